import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { listFrom, value } from '#nodes/settings.ts'

export const takeItems = defineNode({
  type: 'take_items',
  version: 1,
  title: 'Take some items',
  category: 'data',
  icon: 'list-end',
  description: 'Takes the first or last items of a list, optionally after skipping some.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    from: z
      .enum(['start', 'end'])
      .default('start')
      .describe('Which end of the list to start from.')
      .meta({ title: 'From the' }),
    skip: z
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe('Number of items to skip first.')
      .meta({ title: 'Skip' }),
    count: z
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(10)
      .describe('Maximum number of items.')
      .meta({ title: 'How many' }),
  }),
  example: { count: 3 },
  output: z.array(Json),
  sentence: ({ from, count }) => `${count} from the ${from}`,
  run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { from, skip, count } = ctx.config
    if (from === 'start') return output(items.slice(skip, skip + count))
    const end = Math.max(0, items.length - skip)
    return output(items.slice(Math.max(0, end - count), end))
  },
})
