import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { Order } from '#nodes/lib/data/order.ts'
import { evaluateColumns, type PerItemContext } from '#nodes/lib/data/per-item.ts'
import { inSlices, sorted } from '#nodes/lib/data/slices.ts'
import { defineNode, output } from '#nodes/node.ts'
import { listFrom, perItem, value } from '#nodes/settings.ts'

const Key = z.strictObject({
  by: perItem('By', 'The value to sort by, without braces: price, or $lowercase(name). $ is the item itself.'),
  direction: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Direction' }),
})

export const sort = defineNode({
  type: 'sort',
  version: 1,
  title: 'Sort',
  category: 'data',
  icon: 'arrow-down-wide-narrow',
  description: 'Sorts a list by one or more values of its items. Items without the value come last.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    keys: z
      .array(Key)
      .min(1, 'Add at least one value to sort by')
      .max(10)
      .describe('Sorted by the first value; the next ones break ties.')
      .meta({ title: 'Sort by' }),
  }),
  example: { keys: [{ by: 'price', direction: 'desc' }] },
  output: z.array(Json),
  sentence: (config) => `By ${config.keys.map((key) => key.by).join(', ')}`,
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { keys } = ctx.config
    const sources = keys.map((key, index) => ({ expression: key.by, field: `keys.${index}.by` }))
    const columns = (await evaluateColumns(sources, items, ctx)).map((values, at) => ({
      values,
      isDescending: keys[at]?.direction === 'desc',
    }))
    return output(await inSlices(inOrder(items, columns, ctx), ctx))
  },
})

interface Column {
  values: Json[]
  isDescending: boolean
}

function* inOrder(items: Json[], columns: Column[], context: PerItemContext): Generator<void, Json[]> {
  const order = new Order(context)
  /** Of all keys of an item. */
  const sizes = new Array<number>(items.length).fill(0)
  for (const { values } of columns) {
    for (const [at, value] of values.entries()) {
      yield
      if (!order.prepare(value)) yield* order.prepareLarge(value)
      sizes[at] = (sizes[at] ?? 0) + order.sizeOf(value)
    }
  }
  const compare = (a: number, b: number): number => {
    for (const { values, isDescending } of columns) {
      const left = values[a] ?? null
      const right = values[b] ?? null
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1
        continue
      }
      const difference = order.compare(left, right)
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return a - b
  }
  const places = yield* sorted([...items.keys()], compare, (at) => sizes[at] ?? 0)
  return places.map((at) => items[at] as Json)
}
