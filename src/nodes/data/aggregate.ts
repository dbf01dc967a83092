import { z } from 'zod'
import { Json, type JsonObject } from '#contract/primitives.ts'
import { RESERVED_KEYS } from '#graph/document-values.ts'
import { canonicalJson } from '#graph/hash.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, listFrom, perItem, value } from '#nodes/settings.ts'
import { compareValues } from './order.ts'
import { evaluateRows } from './per-item.ts'

const name = z
  .string()
  .min(1, 'Name the column')
  .max(100)
  .refine((text) => !(RESERVED_KEYS as readonly string[]).includes(text), 'This name is reserved')
  .meta({ title: 'Name' })

const Group = z.strictObject({
  name,
  by: perItem('By', 'What items of one group have in common, without braces: category'),
})

const Measure = z.strictObject({
  name,
  operation: z.enum(['count', 'sum', 'avg', 'min', 'max']).default('count').meta({ title: 'Operation' }),
  value: perItem(
    'Of',
    'The value to measure, without braces: price. Counting needs none; items without it are passed over.',
  ).optional(),
})

const Config = z
  .strictObject({
    items: value('Items', 'The list. The input when left out.'),
    group_by: z
      .array(Group)
      .max(10)
      .default([])
      .describe('Without groups the whole list gives one row.')
      .meta({ title: 'Group by' }),
    measures: z
      .array(Measure)
      .min(1)
      .max(50)
      .default([{ name: 'count', operation: 'count' }])
      .meta({ title: 'Measures' }),
  })
  .superRefine((config, context) => {
    const names = new Set<string>()
    for (const [list, columns] of [['group_by', config.group_by] as const, ['measures', config.measures] as const]) {
      columns.forEach((column, index) => {
        const path = [list, index, 'name']
        if (names.has(column.name)) context.addIssue({ code: 'custom', path, message: 'Two columns have this name' })
        names.add(column.name)
      })
    }
    config.measures.forEach((measure, index) => {
      if (measure.operation === 'count' || measure.value !== undefined) return
      const path = ['measures', index, 'value']
      context.addIssue({ code: 'custom', path, message: `Say what to take the ${measure.operation} of` })
    })
  })

type Operation = z.infer<typeof Measure>['operation']

export const aggregate = defineNode({
  type: 'aggregate',
  version: 1,
  title: 'Aggregate',
  category: 'data',
  icon: 'sigma',
  description: 'Counts, sums, averages and extremes over a list, in groups if wanted.',
  kind: 'pure',
  config: Config,
  example: {
    group_by: [{ name: 'category', by: 'category' }],
    measures: [{ name: 'total', operation: 'sum', value: 'price' }],
  },
  output: z.array(z.record(z.string(), Json)),
  sentence: (config) =>
    config.measures.map((measure) => `${measure.operation} of ${measure.value ?? 'items'}`).join(', ') +
    (config.group_by.length > 0 ? ` per ${config.group_by.map((group) => group.name).join(', ')}` : ''),
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { group_by: groups, measures } = ctx.config
    const rows = await evaluateRows(
      [
        ...groups.map((group, index) => ({ expression: group.by, field: `group_by.${index}.by` })),
        ...measures.map((measure, index) => ({ expression: measure.value ?? '1', field: `measures.${index}.value` })),
      ],
      items,
      ctx,
    )
    const buckets = new Map<string, { keys: Json[]; rows: Json[][] }>()
    if (groups.length === 0) buckets.set('', { keys: [], rows: [] })
    for (const row of rows) {
      const keys = row.slice(0, groups.length)
      const id = groups.length === 0 ? '' : canonicalJson(keys)
      const bucket = buckets.get(id)
      if (bucket) bucket.rows.push(row)
      else buckets.set(id, { keys, rows: [row] })
    }
    const result = [...buckets.values()].map((bucket): JsonObject => {
      const line: JsonObject = {}
      groups.forEach((group, at) => {
        line[group.name] = bucket.keys[at] ?? null
      })
      measures.forEach((measure, at) => {
        const values = bucket.rows.map((row) => row[groups.length + at] ?? null).filter((found) => found !== null)
        line[measure.name] = measureOf(measure.operation, values, `measures.${at}.value`)
      })
      return line
    })
    return output(result)
  },
})

/** Null for an average or extreme of nothing. @throws NodeError `not_a_number` */
function measureOf(operation: Operation, values: Json[], field: string): Json {
  if (operation === 'count') return values.length
  if (operation === 'min' || operation === 'max') {
    const sign = operation === 'min' ? 1 : -1
    return values.reduce<Json>(
      (best, found) => (best === null || compareValues(found, best) * sign < 0 ? found : best),
      null,
    )
  }
  let total = 0
  for (const found of values) {
    if (typeof found !== 'number') {
      throw new NodeError('not_a_number', `Cannot take the ${operation} of ${kindOf(found)}`, { field })
    }
    total += found
  }
  if (operation === 'sum') return total
  return values.length === 0 ? null : total / values.length
}
