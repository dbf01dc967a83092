import { describe, expect, it } from 'vitest'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { type Cutting, cutDocument, searchedText } from './chunk-document.ts'

const cut = (document: ParsedDocument | string, cutting: Partial<Cutting> = {}) =>
  [
    ...cutDocument(typeof document === 'string' ? documentFromText(document) : document, {
      ...{ chunk_chars: 200, overlap_chars: 0 },
      ...cutting,
    }),
  ].flat()

describe('cutting a document', () => {
  it('never crosses a heading, and names all headings above', () => {
    const chunks = cut('# Book\n\nFirst words.\n\n## Part one\n\nMore words.\n\n# Annex\n\nLast words.')
    expect(chunks.map(({ headings }) => headings)).toEqual([['Book'], ['Book', 'Part one'], ['Annex']])
    expect(chunks.every(({ text }) => text.split('words').length === 2)).toBe(true)
  })
  it('leaves out headings without words under them, and what has no letters', () => {
    expect(cut('# One\n\n# Two\n\n---\n\n***\n\n# Three\n\nWords')).toMatchObject([{ headings: ['Three'] }])
    expect(cut('   \n\n --- ')).toEqual([])
  })
  it('keeps tables whole, up to four times a chunk', () => {
    const row = '| lamp | twenty rupees | in the hall |'
    const text = `Prices follow.\n${Array.from({ length: 12 }, () => row).join('\n')}\nThese were the prices.`
    const document = documentFromText(text)
    const [start, end] = [text.indexOf('|'), text.lastIndexOf('|') + 1]
    const table = { page: 1, rows: [], start, end }
    const chunks = cut({ ...document, tables: [table] })
    expect(chunks.map((one) => one.text).filter((one) => one.includes('lamp'))).toEqual([text.slice(start, end)])
    const long = `${Array.from({ length: 200 }, () => row).join('\n')}`
    const cutTable = cut({ ...documentFromText(long), tables: [{ page: 1, rows: [], start: 0, end: long.length }] })
    expect(cutTable.length).toBeGreaterThan(10)
    expect(cutTable.every((one) => one.text.startsWith('|') && one.text.endsWith('|'))).toBe(true)
  })
  it('repeats whole sentences where it overlaps, and loses no word', () => {
    const text = Array.from({ length: 60 }, (_, n) => `Sentence number ${n} is here.`).join(' ')
    const chunks = cut(text, { overlap_chars: 60 })
    for (const [at, { start, end }] of chunks.entries()) {
      expect(end - start).toBeLessThanOrEqual(200)
      if (at > 0) expect(start).toBeLessThan(chunks[at - 1]?.end ?? 0)
    }
    const seen = new Set(chunks.flatMap((one) => one.text.match(/number \d+/g) ?? []))
    expect(seen.size).toBe(60)
  })
  it('says where a chunk is on its page', () => {
    const document: ParsedDocument = {
      ...documentFromText('First line.\nSecond line.'),
      pages: [{ page: 4, start: 0, end: 24, width: 500, height: 700 }],
      items: [{ start: 0, end: 11, page: 4, box: [0.1, 0.1, 0.4, 0.12] }],
    }
    expect(cut(document)).toMatchObject([{ page: 4, boxes: [[0.1, 0.1, 0.4, 0.12]] }])
  })
  it('is on one page, save for a sentence that runs on to the next', () => {
    const text = 'Title words\nOne sentence that runs\non here. Second page words.'
    const [second, third] = [text.indexOf('on here'), text.length]
    const document: ParsedDocument = {
      ...documentFromText(text),
      pages: [
        { page: 1, start: 0, end: second - 1, width: 500, height: 700 },
        { page: 2, start: second, end: third, width: 500, height: 700 },
      ],
    }
    expect(cut(document, { overlap_chars: 100 }).map(({ text: words }) => words)).toEqual([
      'Title words\nOne sentence that runs\non here.',
      'Second page words.',
    ])
  })
  it('searches a chunk with its headings, once', () => {
    expect(searchedText(['Book', 'Leave'], '24 days')).toBe('Book · Leave\n24 days')
    expect(searchedText(['Leave'], 'Leave\n24 days')).toBe('Leave\n24 days')
  })
})
