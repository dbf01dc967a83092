import { expect, it } from 'vitest'
import type { Fragment } from './fragments.ts'
import { type Row, segmentOf } from './segments.ts'
import { DocumentWriter } from './writer.ts'

/** A row of words, each in another font than the one before, so that each has a place of its own. */
function rowOf(words: number): Row {
  const fragments = Array.from(
    { length: words },
    (_, at): Fragment => ({
      text: 'w',
      x0: at,
      y0: 0,
      x1: at + 1,
      y1: 10,
      size: 10,
      font: `f${at % 2}`,
      box: [0, 0, 1, 1],
    }),
  )
  return { segments: [segmentOf(fragments)], y0: 0, y1: 10, size: 10 }
}

it('refuses a document with more places than can be shown', () => {
  const writer = new DocumentWriter(5_000_000)
  const write = (number: number) => writer.page(number, { width: 600, height: 800 }, [[rowOf(1_000)]])
  for (let number = 1; number <= 300; number++) write(number)
  expect(writer.items).toHaveLength(300_000)
  expect(() => write(301)).toThrow(RangeError)
})
