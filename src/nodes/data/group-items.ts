import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { canonicalJson } from '#graph/hash.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'
import { evaluateEach } from './per-item.ts'

export const groupItems = defineNode({
  type: 'group_items',
  version: 1,
  title: 'Group',
  category: 'data',
  icon: 'group',
  description: 'Puts items that have something in common together: one group with its items for each value.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. The input when left out.'),
    by: perItem('By', 'What items of one group have in common, without braces: customer.city'),
  }),
  example: { by: 'city' },
  output: z.array(z.object({ key: Json, count: z.number(), items: z.array(Json) })),
  sentence: (config) => `By ${brief(config.by)}`,
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const keys = await evaluateEach({ expression: ctx.config.by, field: 'by' }, items, ctx)
    const groups = new Map<string, { key: Json; items: Json[] }>()
    keys.forEach((key, at) => {
      const id = canonicalJson(key)
      const group = groups.get(id)
      if (group) group.items.push(items[at] as Json)
      else groups.set(id, { key, items: [items[at] as Json] })
    })
    return output(
      [...groups.values()].map(({ key, items: members }) => ({ key, count: members.length, items: members })),
    )
  },
})
