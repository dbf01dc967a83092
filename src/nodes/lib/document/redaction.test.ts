import { expect, it } from 'vitest'
import type { ParsedDocument } from '#nodes/ports.ts'
import { areasOf, type Span } from './redaction.ts'

/** Pages with one word of four letters on each line; the gap between the pages has no place. */
function documentOf(pages: number, lines: number): ParsedDocument {
  const document: ParsedDocument = {
    text: '',
    pages: [],
    items: [],
    tables: [],
    headings: [],
    meta: { title: null, author: null, page_count: pages, format: 'pdf' },
  }
  for (let page = 1; page <= pages; page++) {
    const from = document.text.length
    for (let line = 0; line < lines; line++) {
      const start = document.text.length
      const top = line / lines
      document.items.push({ start, end: start + 4, page, box: [0.1, top, 0.2, top + 0.5 / lines] })
      document.text += 'word\n'
    }
    document.pages.push({ page, start: from, end: document.text.length, width: 600, height: 800 })
    document.text += '\n\n'
  }
  return document
}
const span = (start: number, end: number): Span => ({ start, end, kind: 'text' })

it('blackens the words of spans that overlap, and tells which spans have no place', () => {
  const document = documentOf(2, 2)
  const gap = span(10, 12)
  const { areas, lost } = areasOf(document, [span(5, 14), span(0, 2), span(1, 4), gap])
  expect(lost).toEqual([gap])
  expect(areas.map(({ page }) => page)).toEqual([1, 1, 2])
  expect(areas[0]?.box[2]).toBeCloseTo(0.2)
})

it('makes an area per line of a document that is named as a whole thousands of times', () => {
  const document = documentOf(20, 100)
  const { length } = document.text
  const spans = Array.from({ length: 20_000 }, (_, index) => span(index % 50, length - (index % 70)))
  const { areas, lost } = areasOf(document, spans)
  expect(areas).toHaveLength(2_000)
  expect(lost).toEqual([])
})
