import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { Keys } from '#nodes/lib/data/keys.ts'
import { Order } from '#nodes/lib/data/order.ts'
import { evaluateColumns, type PerItemContext } from '#nodes/lib/data/per-item.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, listFrom, perItem, value } from '#nodes/settings.ts'

const name = z
  .string()
  .min(1, 'Enter a name for the column')
  .max(100)
  .refine((text) => !(RESERVED_KEYS as readonly string[]).includes(text), 'This name is reserved')
  .meta({ title: 'Name' })

const Group = z.strictObject({
  name,
  by: perItem('By', 'The value that items of one group share, without braces: category'),
})

const Measure = z.strictObject({
  name,
  operation: z.enum(['count', 'sum', 'avg', 'min', 'max']).default('count').meta({ title: 'Operation' }),
  value: perItem(
    'Of',
    'The value to measure, without braces: price. Not needed for counting; items without the value are skipped.',
  ).optional(),
})

const Config = z
  .strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    group_by: z
      .array(Group)
      .max(10)
      .default([])
      .describe('Without groups the result is one row for the whole list.')
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
      context.addIssue({ code: 'custom', path, message: `Enter the value to calculate the ${measure.operation} of` })
    })
  })

type Group = z.output<typeof Group>
type Measure = z.output<typeof Measure>

/** Items or rows that are gone through without an interruption. */
const YIELD_AFTER = 64

export const aggregate = defineNode({
  type: 'aggregate',
  version: 1,
  title: 'Aggregate',
  category: 'data',
  icon: 'sigma',
  description: 'Calculates counts, sums, averages, minimums and maximums of a list, optionally by group.',
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
    const columns = await evaluateColumns(
      [
        ...groups.map((group, index) => ({ expression: group.by, field: `group_by.${index}.by` })),
        ...measures.map((measure, index) => ({ expression: measure.value ?? '1', field: `measures.${index}.value` })),
      ],
      items,
      ctx,
    )
    return output(await inSlices(aggregated({ count: items.length, groups, measures, columns }, ctx), ctx))
  },
})

interface Columns {
  /** Of items. */
  count: number
  groups: readonly Group[]
  measures: readonly Measure[]
  /** Of the groups, then of the measures. */
  columns: readonly Json[][]
}

function* aggregated(
  { count, groups, measures, columns }: Columns,
  context: PerItemContext,
): Generator<void, JsonObject[]> {
  const keyColumns = columns.slice(0, groups.length)
  const rowOf: number[] = []
  const rows: JsonObject[] = []
  if (groups.length === 0) rows.push({})
  const keys = new Keys(context)
  const rowByKeys = new Map<string, number>()
  for (let item = 0; item < count; item++) {
    let id = ''
    for (const column of keyColumns) {
      yield
      const value = column[item] ?? null
      id += `${keys.of(value) ?? (yield* keys.ofLarge(value))},`
    }
    let row = groups.length === 0 ? 0 : rowByKeys.get(id)
    if (row === undefined) {
      row = rows.length
      rowByKeys.set(id, row)
      rows.push(Object.fromEntries(groups.map(({ name }, at) => [name, keyColumns[at]?.[item] ?? null])))
    }
    rowOf.push(row)
  }
  const order = new Order(context)
  for (const [at, measure] of measures.entries()) {
    const values = columns[groups.length + at] ?? []
    const field = `measures.${at}.value`
    const results = yield* measured(measure.operation, { values, rowOf, count: rows.length, order, field })
    for (const [row, line] of rows.entries()) {
      if (row % YIELD_AFTER === 0) yield
      line[measure.name] = results[row] ?? null
    }
  }
  return rows
}

interface Measured {
  values: readonly Json[]
  /** For each item the row that it belongs to. */
  rowOf: readonly number[]
  /** Of rows. */
  count: number
  order: Order
  /** Named by errors. */
  field: string
}

/** One result per row, null for an average or extreme of nothing. @throws NodeError `not_a_number` */
function* measured(
  operation: Measure['operation'],
  { values, rowOf, count, order, field }: Measured,
): Generator<void, Json[]> {
  const results = new Array<Json>(count).fill(operation === 'count' || operation === 'sum' ? 0 : null)
  const counts = new Array<number>(count).fill(0)
  for (const [at, value] of values.entries()) {
    if (at % YIELD_AFTER === 0) yield
    if (value === null) continue
    const row = rowOf[at] ?? 0
    const before = results[row] ?? null
    counts[row] = (counts[row] ?? 0) + 1
    if (operation === 'count') results[row] = counts[row]
    else if (operation === 'sum' || operation === 'avg') {
      if (typeof value !== 'number') {
        throw new NodeError('not_a_number', `Cannot calculate the ${operation} of ${kindOf(value)}`, { field })
      }
      results[row] = Number(before) + value
    } else {
      if (!order.prepare(value)) yield* order.prepareLarge(value)
      yield
      const difference = before === null ? -1 : order.compare(value, before) * (operation === 'min' ? 1 : -1)
      if (difference < 0) results[row] = value
    }
  }
  if (operation !== 'avg') return results
  return results.map((total, row) => (total === null ? null : Number(total) / (counts[row] ?? 1)))
}
