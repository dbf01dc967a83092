import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { aggregate } from './aggregate.ts'

const input: Json = [{ kind: 'a', price: 10 }, { kind: 'b', price: 5 }, { kind: 'a', price: 30 }, { price: 1 }]

describe('aggregate', () => {
  it('measures groups', async () => {
    const config: JsonObject = {
      group_by: [{ name: 'kind', by: 'kind' }],
      measures: [
        { name: 'n' },
        { name: 'sum', operation: 'sum', value: 'price' },
        { name: 'avg', operation: 'avg', value: 'price' },
        { name: 'least', operation: 'min', value: 'price' },
        { name: 'most', operation: 'max', value: 'price' },
      ],
    }
    expect(await outputOf(aggregate, config, { input })).toEqual([
      { kind: 'a', n: 2, sum: 40, avg: 20, least: 10, most: 30 },
      { kind: 'b', n: 1, sum: 5, avg: 5, least: 5, most: 5 },
      { kind: null, n: 1, sum: 1, avg: 1, least: 1, most: 1 },
    ])
  })

  it('gives one row without groups, also for an empty list', async () => {
    expect(await outputOf(aggregate, {}, { input })).toEqual([{ count: 4 }])
    const measures = [
      { name: 'x', operation: 'avg', value: 'price' },
      { name: 'y', operation: 'count', value: 'kind' },
    ]
    expect(await outputOf(aggregate, { measures }, { input: [] })).toEqual([{ x: null, y: 0 }])
    expect(await outputOf(aggregate, { measures }, { input })).toEqual([{ x: 11.5, y: 3 }])
  })

  it('refuses to sum what is no number, columns of one name, and a sum of nothing', async () => {
    const measures = [{ name: 'x', operation: 'sum', value: 'kind' }]
    await expect(tryNode(aggregate, { measures }, { input })).rejects.toMatchObject({
      code: 'not_a_number',
      field: 'measures.0.value',
    })
    const paths = (config: object) =>
      aggregate.config.safeParse(config).error?.issues.map((issue) => issue.path.join('.'))
    expect(paths({ group_by: [{ name: 'a', by: 'x' }], measures: [{ name: 'a' }] })).toEqual(['measures.0.name'])
    expect(paths({ measures: [{ name: 'a', operation: 'sum' }] })).toEqual(['measures.0.value'])
  })
})
