import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { listFrom, value } from '#nodes/settings.ts'

export const batch = defineNode({
  type: 'batch',
  version: 1,
  title: 'Batches',
  category: 'data',
  icon: 'package',
  description:
    'Splits a list into lists of a fixed length, for services that accept only so many items at once. Follow it with a “For each”.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    size: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(100)
      .describe('Number of items in one batch; the last batch can be smaller.')
      .meta({ title: 'Size' }),
  }),
  example: { size: 50 },
  output: z.array(z.array(Json)),
  sentence: ({ size }) => `${size} at a time`,
  run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { size } = ctx.config
    const batches: Json[][] = []
    for (let at = 0; at < items.length; at += size) batches.push(items.slice(at, at + size))
    return output(batches)
  },
})
