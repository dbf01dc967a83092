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
    'Runs the nodes after “item” once per item of a list, several items at a time. Their results leave together through “out”.',
  kind: 'control',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the node’s input.'),
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('How many items are processed at the same time.')
      .meta({ title: 'At a time' }),
    on_item_error: z
      .enum(['stop', 'keep'])
      .default('stop')
      .describe('“stop” fails the node when the first item fails; “keep” continues and lists the failures in “errors”.')
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
