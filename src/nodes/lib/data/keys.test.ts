import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { Keys } from './keys.ts'
import { inSlices } from './slices.ts'
import { ValueWriter } from './write-values.ts'

const context = { evaluator: evaluateHere, signal: new AbortController().signal, hold: () => undefined }

function* numbersOf(values: readonly Json[]): Generator<void, number[]> {
  const keys = new Keys(context)
  const numbers: number[] = []
  for (const value of values) numbers.push(keys.of(value) ?? (yield* keys.ofLarge(value)))
  return numbers
}

it('gives equal values the same number and others another', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 30 }), (found) => {
      const values = JSON.parse(JSON.stringify([...found, ...found])) as Json[]
      const known = new Map<string, number>()
      const expected = values.map((value) => {
        const text = canonicalJson(value)
        if (!known.has(text)) known.set(text, known.size)
        return known.get(text)
      })
      expect(inSlices(numbersOf(values), context)).toEqual(expected)
    }),
  )
})

it('tells a text from a value that is written the same', () => {
  expect(inSlices(numbersOf(['{}', {}, '1', 1, 'null', null, { b: 1, a: 2 }, { a: 2, b: 1 }]), context)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 6,
  ])
})

it('writes a large value as a small one', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ z: at, a: ['“x”', null, true, { y: 1.5, b: {} }], n: [] }))
  const large: Json = { rows, 10: 'ten', 9: rows.slice(0, 3), text: 'x'.repeat(60_000) }
  expect(inSlices(new ValueWriter('sorted').write(large), context)).toBe(canonicalJson(large))
  expect(inSlices(new ValueWriter('as_given').write(large), context)).toBe(JSON.stringify(large))
})

it('refuses with a named error what many keys that share a large value amount to', () => {
  const big = Array.from({ length: 10_000 }, (_, at) => `value ${at}`)
  const values = Array.from({ length: 1_000 }, (_, at) => ({ at, big }))
  expect(() => inSlices(numbersOf(values), context)).toThrow(expect.objectContaining({ code: 'values_too_large' }))
})
