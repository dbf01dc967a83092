import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/evaluate-here.ts'
import { outputOf } from '#nodes/trial.ts'
import { sort } from './sort.ts'

const items: JsonObject[] = [
  { name: 'pen', price: 10, tags: ['ink'] },
  { name: 'book', price: 30 },
  { name: 'desk', price: 200 },
  { name: 'gift' },
]

const by = async (...keys: { by: string; direction?: string }[]) =>
  ((await outputOf(sort, { keys }, { input: items })) as { name: string }[]).map((item) => item.name)

describe('sort', () => {
  it('orders by values, what has none last either way', async () => {
    expect(await by({ by: 'price' })).toEqual(['pen', 'book', 'desk', 'gift'])
    expect(await by({ by: 'price', direction: 'desc' })).toEqual(['desk', 'book', 'pen', 'gift'])
    expect(await by({ by: '$length(name)' }, { by: 'name', direction: 'desc' })).toEqual([
      'pen',
      'gift',
      'desk',
      'book',
    ])
    expect(items[0]?.name).toBe('pen')
  })

  it('keeps the order of equals and orders mixed kinds', async () => {
    expect(await outputOf(sort, { items: ['b', 2, null, 'a', true, 10], keys: [{ by: '$' }] })).toEqual([
      2,
      10,
      'a',
      'b',
      true,
      null,
    ])
    expect(await by({ by: '1' })).toEqual(['pen', 'book', 'desk', 'gift'])
  })

  it('lets others go first more often when the texts are long', async () => {
    const interruptions = async (characters: number) => {
      let count = 0
      const pause = () => {
        count++
        return null
      }
      const texts = Array.from({ length: 500 }, (_, at) => `${'x'.repeat(characters)}${(at * 7_919) % 500}`)
      await outputOf(sort, { keys: [{ by: '$' }] }, { input: texts, evaluator: { ...evaluateHere, pause } })
      return count
    }
    expect(await interruptions(30_000)).toBeGreaterThan((await interruptions(1)) + 100)
  })
})
