import { expect, it } from 'vitest'
import type { CaseResult } from '#contract/agents/evaluations.ts'
import { compared, sums } from './compared.ts'

const result = (name: string, score: number | null, cost_micros = 10, ms: number | null = 5) =>
  ({ name, score, cost_micros, ms, execution_id: null }) as CaseResult

it('puts cases of the same name next to each other, in their order', () => {
  const pairs = compared([result('a', 1), result('a', 0), result('gone', 1)], [result('new', 1), result('a', 0.5)])
  expect(pairs.map(({ name, before, after }) => [name, before?.score ?? null, after?.score ?? null])).toEqual([
    ['new', null, 1],
    ['a', 1, 0.5],
    ['a', 0, null],
    ['gone', 1, null],
  ])
})

it('tells the mean score once all have one, and what they took together', () => {
  expect(sums([result('a', 1), result('b', 0.5)])).toMatchObject({ score: 0.75, cost_micros: 20, ms: 10 })
  expect(sums([result('a', 1), result('b', null, 0, null)])).toMatchObject({ score: null, ms: 5 })
  expect(sums([])).toMatchObject({ score: null, ms: null })
})
