import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { listFrom, value } from '#nodes/settings.ts'

export const sampleItems = defineNode({
  type: 'sample_items',
  version: 1,
  title: 'Random sample',
  category: 'data',
  icon: 'dices',
  description:
    'Selects random items of a list, or shuffles the whole list. The same seed always selects the same items.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    count: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(10)
      .describe('Number of items; all items if the list is shorter.')
      .meta({ title: 'How many' }),
    seed: z
      .string()
      .max(200)
      .default('')
      .describe('Determines the selection. Leave empty to use a different one in each run.')
      .meta({ title: 'Seed' }),
    shuffle: z
      .boolean()
      .default(false)
      .describe('Return the items in random order instead of list order.')
      .meta({ title: 'Shuffle' }),
  }),
  example: { count: 3, seed: 'audit 2026' },
  output: z.array(Json),
  sentence: ({ count }) => `${count} random items`,
  run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { count, seed, shuffle } = ctx.config
    const random = generator(seed === '' ? ctx.run.idempotency_key : seed)
    const order = items.map((_, at) => at)
    const most = Math.min(count, items.length)
    for (let at = 0; at < most; at++) {
      const other = at + Math.floor(random() * (items.length - at))
      const moved = order[at] as number
      order[at] = order[other] as number
      order[other] = moved
    }
    const chosen = order.slice(0, most)
    if (!shuffle) chosen.sort((a, b) => a - b)
    return output(chosen.map((at) => items[at] as Json))
  },
})

/** Numbers from 0 to 1 from a text: FNV-1a starts mulberry32. Not for secrets. */
function generator(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
