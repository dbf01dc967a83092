import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { merge } from './merge.ts'

const from = (...values: Json[]) => values.map((value, index) => ({ node: `n${index}`, port: 'out', value }))
const merged = (mode: string, ...values: Json[]) => outputOf(merge, { mode }, { inputs: from(...values) })

describe('merge', () => {
  it('puts together what arrived', async () => {
    expect(await merged('by_node', 1, [2])).toEqual({ n0: 1, n1: [2] })
    expect(await merged('append', [1, [2]], 3, null)).toEqual([1, [2], 3])
    expect(await merged('combine', { a: 1, b: 1 }, null, { b: 2 })).toEqual({ a: 1, b: 2 })
    expect(await merged('first', 'x', 'y')).toBe('x')
    expect(await merged('first')).toBeNull()
  })

  it('combines objects only', async () => {
    await expect(tryNode(merge, { mode: 'combine' }, { inputs: from([1]) })).rejects.toMatchObject({
      code: 'not_an_object',
    })
  })
})
