import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { extractTables } from './extract-tables.ts'
import { splitDocument } from './split-document.ts'

const parts = async (config: JsonObject) =>
  splitDocument.output.parse(await outputOf(splitDocument, config)).parts.map(({ title, text }) => [title, text])

describe('splitting a document', () => {
  it('keeps each heading with what is under it', async () => {
    const document = 'Before\n# One\nfirst\n## Inner\nmore\n# Two\nsecond'
    expect(await parts({ by: 'heading', document })).toEqual([
      [null, 'Before'],
      ['One', '# One\nfirst\n## Inner\nmore'],
      ['Two', '# Two\nsecond'],
    ])
    expect((await parts({ by: 'heading', level: 2, document })).map(([title]) => title)).toEqual([
      null,
      'One',
      'Inner',
      'Two',
    ])
    expect(await parts({ by: 'heading', document: 'No headings' })).toEqual([[null, 'No headings']])
  })

  it('loses nothing and cuts between words when it goes by size', async () => {
    const document = `${'Lorem ipsum dolor sit amet. '.repeat(40)}\n\n${'x'.repeat(500)}😀`
    const cut = await parts({ by: 'size', max_chars: 200, document })
    expect(cut.every(([, text]) => (text ?? '').length <= 200 && (text ?? '').isWellFormed())).toBe(true)
    expect(
      cut
        .map(([, text]) => text)
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe(document.replaceAll(/\s/g, ''))
  })

  it('goes by page', async () => {
    const pages = [
      { page: 1, start: 0, end: 3, width: 10, height: 10 },
      { page: 2, start: 5, end: 5, width: 10, height: 10 },
      { page: 3, start: 7, end: 10, width: 10, height: 10 },
    ]
    expect(await parts({ document: { text: 'one\n\n\n\nend', pages } })).toEqual([
      ['Page 1', 'one'],
      ['Page 3', 'end'],
    ])
  })

  it('refuses what is no document', async () => {
    await expect(parts({})).rejects.toMatchObject({ code: 'document_missing', field: 'document' })
  })
})

describe('extracting tables', () => {
  const tables = async (config: JsonObject) => extractTables.output.parse(await outputOf(extractTables, config)).tables

  it('reads what is drawn with bars or tabs, and makes CSV in which nothing is a formula', async () => {
    const document = 'Prices\n| Item | Price |\n|---|---|\n| Tea | 20 |\n| =1+1 | "5" |\n\nA\tB\n1\t2\n'
    const [first, second] = await tables({ document })
    expect(first).toMatchObject({
      columns: ['Item', 'Price'],
      records: [
        { Item: 'Tea', Price: '20' },
        { Item: '=1+1', Price: '"5"' },
      ],
    })
    expect(first?.csv).toBe(`Item,Price\r\nTea,20\r\n'=1+1,"""5"""`)
    expect(second).toMatchObject({ rows: [['1', '2']] })
  })

  it('tells columns of one name apart', async () => {
    const [table] = await tables({ document: 'a\ta\t\n1\t2\t3\n' })
    expect(table?.records).toEqual([{ a: '1', a_2: '2', column_3: '3' }])
    expect(await tables({ document: 'a\tb\nc\td\n', min_rows: 5 })).toEqual([])
    expect(await tables({ document: 'a\tb\n1\t2\n', header: false })).toMatchObject([
      {
        columns: [],
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ])
  })
})
