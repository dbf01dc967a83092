import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { evaluateEach, isTrue } from '#nodes/lib/data/per-item.ts'
import { defineNode, type NodeResult, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'

export const filter = defineNode({
  type: 'filter',
  version: 1,
  title: 'Filter',
  category: 'data',
  icon: 'filter',
  description: 'Keeps the items of a list for which a condition is true.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    condition: perItem(
      'Condition',
      'True for the items to keep, without braces: price > 100 and $contains(name, "pen")',
    ).meta({ widget: 'condition' }),
  }),
  example: { condition: 'price > 100' },
  output: z.array(Json),
  sentence: (config) => `Keeps items where ${brief(config.condition)}`,
  run(ctx): NodeResult | Promise<NodeResult> {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const keep = (held: Json[]) => output(items.filter((_, index) => held[index] === true))
    const source = { expression: ctx.config.condition, field: 'condition', as: isTrue }
    const held = evaluateEach(source, items, ctx)
    return held instanceof Promise ? held.then(keep) : keep(held)
  },
})
