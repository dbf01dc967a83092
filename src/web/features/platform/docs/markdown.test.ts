import { describe, expect, it } from 'vitest'
import { type Block, headingSlug, parseInline, parseMarkdown, toPlainText } from './markdown.ts'

const types = (source: string) => parseMarkdown(source).map(({ type }) => type)

describe('parseMarkdown', () => {
  it('tells headings, paragraphs, lists, tables, code and notes apart', () => {
    const source =
      '# Title\n\nOne\ntwo\n- a\n- b\n\n1. x\n\n| h | i |\n|---|---|\n| 1 | a \\| b |\n\n```sh\n# no heading\n\n- no list\n```\n> mind this'
    expect(types(source)).toEqual(['heading', 'paragraph', 'list', 'list', 'table', 'code', 'note'])
    const blocks = parseMarkdown(source)
    const table = blocks[4] as Extract<Block, { type: 'table' }>
    expect(table.rows.map((row) => row.map(toPlainText))).toEqual([['1', 'a | b']])
    expect(blocks[5]).toEqual({ type: 'code', language: 'sh', text: '# no heading\n\n- no list' })
  })
  it('keeps a list within an item', () => {
    const [list] = parseMarkdown('1. first\n   - inner one\n   - inner two\n2. second') as [
      Extract<Block, { type: 'list' }>,
    ]
    expect(list.ordered).toBe(true)
    expect(list.items).toHaveLength(2)
    expect(list.items[0]?.inner?.items.map(({ content }) => toPlainText(content))).toEqual(['inner one', 'inner two'])
  })
  it('comes to an end with text that is broken off', () => {
    for (const source of ['```', '| a', '>', '- ', '**bold', '[a](b', '#', '`', '  - x\n```\n'])
      expect(() => parseMarkdown(source)).not.toThrow()
  })
})

describe('parseInline', () => {
  it('reads code, bold, emphasis and links, one in another', () => {
    expect(parseInline('a **b `c`** [d](/docs)')).toEqual([
      { type: 'text', text: 'a ' },
      {
        type: 'strong',
        children: [
          { type: 'text', text: 'b ' },
          { type: 'code', text: 'c' },
        ],
      },
      { type: 'text', text: ' ' },
      { type: 'link', href: '/docs', children: [{ type: 'text', text: 'd' }] },
    ])
  })
  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])('makes no link of %s', (href) => {
    const parts = parseInline(`[x](${href})`)
    expect(parts.every(({ type }) => type === 'text')).toBe(true)
    expect(toPlainText(parts)).toBe(`[x](${href})`)
  })
})

it('names a heading by its words', () => {
  expect(headingSlug('What it costs, and when?')).toBe('what-it-costs-and-when')
})
