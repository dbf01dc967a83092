import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { filter } from './filter.ts'

const items: JsonObject[] = [
  { name: 'pen', price: 10, tags: ['ink'] },
  { name: 'book', price: 30 },
  { name: 'desk', price: 200 },
  { name: 'gift' },
]

const names = async (condition: string) =>
  ((await outputOf(filter, { condition }, { input: items })) as { name: string }[]).map((item) => item.name)

describe('filter', () => {
  it('keeps the items for which the condition holds', async () => {
    expect(await names('price > 20')).toEqual(['book', 'desk'])
    expect(await names('"ink" in tags')).toEqual(['pen'])
    expect(await names('$index < 2 and $item.price')).toEqual(['pen', 'book'])
    expect(await names('price = $max($input.price)')).toEqual(['desk'])
    expect(await names('nothing')).toEqual([])
    expect(await names('$match(name, /^.e/)')).toEqual(['pen', 'desk'])
  })

  it('takes a list from its settings, and nothing for an empty one', async () => {
    expect(await outputOf(filter, { items: [1, 2, 3], condition: '$ > 1' })).toEqual([2, 3])
    expect(await outputOf(filter, { condition: 'true' }, { input: null })).toEqual([])
  })

  it('names what is no list, and the item that cannot be judged', async () => {
    await expect(tryNode(filter, { condition: 'true' }, { input: 'x' })).rejects.toMatchObject({
      code: 'not_a_list',
      field: 'items',
    })
    await expect(tryNode(filter, { condition: '$ > 1' }, { input: [2, 'x'] })).rejects.toMatchObject({
      code: 'expression_failed',
      field: 'condition',
      message: expect.stringMatching(/^Item 2: /),
    })
    expect(filter.config.safeParse({ condition: 'price >' }).error?.issues[0]?.message).toMatch(/character/)
    expect(filter.config.safeParse({ condition: '$nodes.a' }).error?.issues[0]?.message).toMatch(/per item/)
  })
})
