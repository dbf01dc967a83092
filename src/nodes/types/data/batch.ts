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
    'Cuts a list into lists of a certain length, for services that take so many at once. Put a “For each” behind it.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. The input when left out.'),
    size: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(100)
      .describe('Items in one batch; the last may hold fewer.')
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
