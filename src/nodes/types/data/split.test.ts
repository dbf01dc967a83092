import { describe, expect, it } from 'vitest'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { split } from './split.ts'

describe('split', () => {
  it('takes a list out of a field', async () => {
    const input = { order: { lines: [1, 2] }, one: 5 }
    expect(await outputOf(split, { field: 'order.lines' }, { input })).toEqual([1, 2])
    expect(await outputOf(split, { field: 'one' }, { input })).toEqual([5])
    expect(await outputOf(split, { field: 'constructor.name' }, { input })).toEqual([])
    expect(await outputOf(split, { value: [3] })).toEqual([3])
  })

  it('cuts a text', async () => {
    expect(await outputOf(split, { mode: 'text' }, { input: 'a\n\n b ' })).toEqual(['a', 'b'])
    const exact = { mode: 'text', separator: ',', trim: false, keep_empty: true }
    expect(await outputOf(split, exact, { input: 'a,, b' })).toEqual(['a', '', ' b'])
    await expect(tryNode(split, { mode: 'text' }, { input: 5 })).rejects.toMatchObject({ code: 'not_a_text' })
  })
})
