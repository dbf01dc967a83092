import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode } from '#nodes/node.ts'
import { brief, listFrom, value } from '#nodes/settings.ts'

export const mapNode = defineNode({
  type: 'map',
  version: 1,
  title: 'For each',
  category: 'flow',
  icon: 'repeat',
  description:
    'Runs the nodes behind “item” once per item of a list, several at a time. Their results leave together through “out”.',
  kind: 'control',
  config: z.strictObject({
    items: value('Items', 'The list. The input when left out.'),
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('How many items run at the same time.')
      .meta({ title: 'At a time' }),
    on_item_error: z
      .enum(['stop', 'keep'])
      .default('stop')
      .describe('“stop” fails the node at the first failed item; “keep” goes on and lists the failures in “errors”.')
      .meta({ title: 'When an item fails' }),
  }),
  output: z.object({ items: z.array(Json), errors: z.array(Json) }),
  ports: [
    { name: 'item', title: 'Each item' },
    { name: 'out', title: 'All results' },
  ],
  sentence: (config) => `For each of ${config.items === undefined ? 'the input' : brief(config.items)}`,
  run: (ctx) => ({
    type: 'map',
    items: listFrom(ctx.config.items, ctx.input, 'items'),
    concurrency: ctx.config.concurrency,
    on_item_error: ctx.config.on_item_error,
  }),
})
