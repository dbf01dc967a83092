import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { evaluateEach, isTrue } from '#nodes/lib/data/per-item.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'

export const partition = defineNode({
  type: 'partition',
  version: 1,
  title: 'Sort into two lists',
  category: 'data',
  icon: 'columns-2',
  description: 'Puts items for which a condition is true into one list and all others into a second list.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    condition: perItem('Condition', 'The condition, without braces: total > 1000').meta({ widget: 'condition' }),
  }),
  example: { condition: 'total > 1000' },
  output: z.object({ matching: z.array(Json), others: z.array(Json) }),
  sentence: (config) => `By ${brief(config.condition)}`,
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const source = { expression: ctx.config.condition, field: 'condition', as: isTrue }
    const held = await evaluateEach(source, items, ctx)
    const matching: Json[] = []
    const others: Json[] = []
    items.forEach((item, at) => {
      if (held[at] === true) matching.push(item)
      else others.push(item)
    })
    return output({ matching, others })
  },
})
