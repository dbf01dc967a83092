import { describe, expect, it } from 'vitest'
import { locate } from '#nodes/lib/document/locate.ts'
import { LAYOUTS } from '#test/support/layouts.ts'
import { brokenSentences, splicedQuotes } from '#test/support/splices.ts'
import { parsePdf } from './pdf.ts'

const parse = async (name: string) => {
  const layout = LAYOUTS.find((one) => one.name === name)
  if (layout === undefined) throw new Error(`There is no layout ${name}`)
  return parsePdf(new Uint8Array(await layout.make()))
}
const placeOf = (document: Awaited<ReturnType<typeof parse>>, words: string) => {
  const match = new RegExp(words.replaceAll(' ', '\\s+').replaceAll('.', '\\.')).exec(document.text)
  if (match === null) throw new Error(`The text has no ${words}`)
  return locate(document, match.index, match.index + match[0].length).boxes
}

describe('evidence quotes', () => {
  it.each(LAYOUTS.map(({ name, blocks, make }) => ({ name, blocks, make })))(
    'hold nothing that the sentence does not say: $name',
    async ({ blocks, make }) => {
      const { text } = await parsePdf(new Uint8Array(await make()))
      expect(splicedQuotes(text, blocks)).toEqual([])
      expect(brokenSentences(text, blocks)).toEqual([])
    },
  )
  it('are marked where they are on the page: in the call-out, and in the text next to it', async () => {
    const document = await parse('boxed call-out on the right')
    for (const [x0, , x1] of placeOf(document, 'next physician')) {
      expect(x0).toBeGreaterThan(430 / 595 - 0.01)
      expect(x1).toBeLessThan(550 / 595)
    }
    const text = placeOf(document, 'pain in the left flank')
    expect(text.length).toBeGreaterThan(0)
    for (const [x0, , x1] of text) {
      expect(x0).toBeGreaterThan(49 / 595)
      expect(x1).toBeLessThan(392 / 595)
    }
  })
  it('are marked line by line inside a cell of a table', async () => {
    const document = await parse('ruled table with wrapped cells')
    const boxes = placeOf(document, 'Mild hydronephrosis on the left side and no stone in the ureter.')
    expect(boxes.length).toBeGreaterThan(1)
    for (const [x0, y0, x1, y1] of boxes) {
      expect(x0).toBeGreaterThan(190 / 595)
      expect(x1).toBeLessThan(320 / 595)
      expect(y1 - y0).toBeLessThan(0.02)
    }
    expect(document.tables[0]?.rows).toEqual([
      ['Renal ultrasound', 'Mild hydronephrosis on the left side and no stone in the ureter.'],
      ['Creatinine', 'It rose to twice its usual value on the second day and then fell.'],
      ['Chest radiograph', 'No consolidation and no effusion, the heart is of normal size.'],
    ])
  })
  it('come from the text before the note, and the note comes after it', async () => {
    const { text } = await parse('text that runs around a note without a box')
    expect(text.indexOf('Write only what')).toBeGreaterThan(text.indexOf('ten more days.'))
    expect(text.replaceAll(/\s+/g, ' ')).toContain('He walked without help on the fourth day')
  })
  it('do not begin with the header of their page', async () => {
    const { text, pages } = await parse('header and footer close to the text')
    for (const { page, start, end } of pages) {
      const [header, ...blocks] = text.slice(start, end).split('\n\n')
      expect(header).toBe(`City General Hospital\tPage ${page} of 3`)
      expect(blocks.at(-1)).toBe('printed for the patient named above')
    }
  })
})
