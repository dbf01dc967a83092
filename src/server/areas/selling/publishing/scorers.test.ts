import { expect, it } from 'vitest'
import type { Scorer } from '#contract/agents/evaluations.ts'
import type { Json } from '#contract/core/primitives.ts'
import { busy } from '#test/support/busy.ts'
import { scoreOf } from './scorers.ts'

const exact: Scorer = { type: 'exact' }
const contains: Scorer = { type: 'contains', ignore_case: true }
const fields: Scorer = { type: 'json_fields' }
const number = (tolerance: number, path = ''): Scorer => ({ type: 'number', tolerance, path })

it.each<[string, Scorer, Json, Json, number]>([
  ['the same text', exact, ' yes ', 'yes', 1],
  ['the same object in another order', exact, { b: 1, a: [1] }, { a: [1], b: 1 }, 1],
  ['another text', exact, 'no', 'yes', 0],
  ['half of the words', contains, { text: 'Type 2 DIABETES' }, ['diabetes', 'asthma'], 0.5],
  ['a word in another case, when that matters', { type: 'contains', ignore_case: false }, 'Asthma', 'asthma', 0],
  ['nothing expected', contains, 'x', [], 0],
  [
    'three of four fields, deep ones too',
    fields,
    { a: 1, b: { c: 2, d: 3 }, more: 9 },
    { a: 1, b: { c: 2, d: 4 }, e: null },
    0.75,
  ],
  ['fields of something that is no object', fields, 'text', { a: 1 }, 0],
  ['a number within the tolerance', number(0.5), 10.4, 10, 1],
  ['a number outside it', number(0.5), 10.6, 10, 0],
  ['a number in words, deep inside', number(0, 'totals.0.sum'), { totals: [{ sum: '12.50' }] }, 12.5, 1],
  ['no number', number(1, 'a'), { a: 'many' }, 1, 0],
  ['a path through the prototype', number(1, '__proto__.x'), {}, 0, 0],
])('scores %s', (_what, scorer, output, expected, score) => {
  expect(scoreOf(scorer, output, expected)?.score).toBe(score)
})

it.each<[string, Scorer, Json, Json]>([
  [
    'a long name around many fields',
    fields,
    {},
    { ['x'.repeat(400_000)]: Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`n${index}`, 1])) },
  ],
  ['many texts', contains, 'ab'.repeat(1_000_000), Array.from({ length: 20_000 }, (_, index) => `abc${index}`)],
])('judges %s in time', (_what, scorer, output, expected) => {
  const spent = busy()
  expect(scoreOf(scorer, output, expected)?.score).toBe(0)
  expect(spent()).toBeLessThan(2000)
})

it('names a field of an object by its path, and finds it by that', () => {
  const expected = { a: { b: 1 }, 'c.d': 2 }
  expect(scoreOf(fields, { a: { b: 2 }, c: { d: 2 } }, expected)).toEqual({ score: 0.5, note: 'a.b: 2 instead of 1' })
})

it('leaves judging to a model', () => {
  expect(scoreOf({ type: 'judge', instruction: '' }, 'x', 'y')).toBeNull()
})
