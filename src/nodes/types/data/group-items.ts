import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { Keys } from '#nodes/lib/data/keys.ts'
import { evaluateEach, type PerItemContext } from '#nodes/lib/data/per-item.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'

type Group = { key: Json; count: number; items: Json[] }

export const groupItems = defineNode({
  type: 'group_items',
  version: 1,
  title: 'Group',
  category: 'data',
  icon: 'group',
  description: 'Groups items that share a value: one group with its items for each value.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    by: perItem('By', 'The value that items of one group share, without braces: customer.city'),
  }),
  example: { by: 'city' },
  output: z.array(z.object({ key: Json, count: z.number(), items: z.array(Json) })),
  sentence: (config) => `By ${brief(config.by)}`,
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const values = await evaluateEach({ expression: ctx.config.by, field: 'by' }, items, ctx)
    return output(await inSlices(grouped(items, values, ctx), ctx))
  },
})

function* grouped(items: Json[], values: Json[], context: PerItemContext): Generator<void, Group[]> {
  const keys = new Keys(context)
  const groups: Group[] = []
  for (const [at, value] of values.entries()) {
    yield
    const key = keys.of(value) ?? (yield* keys.ofLarge(value))
    groups[key] ??= { key: value, count: 0, items: [] }
    groups[key].count++
    groups[key].items.push(items[at] as Json)
  }
  return groups
}
