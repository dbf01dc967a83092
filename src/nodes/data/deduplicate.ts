import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { canonicalJson } from '#graph/hash.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'
import { evaluateEach } from './per-item.ts'

export const deduplicate = defineNode({
  type: 'deduplicate',
  version: 1,
  title: 'Remove duplicates',
  category: 'data',
  icon: 'copy-minus',
  description: 'Keeps one of all items that are the same, or that have the same value somewhere.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. The input when left out.'),
    by: perItem('By', 'What decides, without braces: $lowercase(email). The whole item when left out.').optional(),
    keep: z.enum(['first', 'last']).default('first').describe('Which one stays.').meta({ title: 'Keep' }),
  }),
  example: { by: 'email' },
  output: z.array(Json),
  sentence: (config) => (config.by ? `By ${brief(config.by)}` : 'By the whole item'),
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { by, keep } = ctx.config
    const keys = by ? await evaluateEach({ expression: by, field: 'by' }, items, ctx) : items
    const chosen = new Map<string, number>()
    keys.forEach((key, at) => {
      const id = canonicalJson(key)
      if (keep === 'last' || !chosen.has(id)) chosen.set(id, at)
    })
    const order = [...chosen.values()].sort((a, b) => a - b)
    return output(order.map((at) => items[at] as Json))
  },
})
