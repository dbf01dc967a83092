import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { Keys } from '#nodes/lib/data/keys.ts'
import { evaluateEach, type PerItemContext } from '#nodes/lib/data/per-item.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, listFrom, perItem, value } from '#nodes/settings.ts'

export const deduplicate = defineNode({
  type: 'deduplicate',
  version: 1,
  title: 'Remove duplicates',
  category: 'data',
  icon: 'copy-minus',
  description: 'Removes items that are identical, or that have the same value in a field.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    by: perItem(
      'By',
      'The value that must be unique, without braces: $lowercase(email). Leave empty to compare whole items.',
    ).optional(),
    keep: z
      .enum(['first', 'last'])
      .default('first')
      .describe('Which of the duplicates to keep.')
      .meta({ title: 'Keep' }),
  }),
  example: { by: 'email' },
  output: z.array(Json),
  sentence: (config) => (config.by ? `By ${brief(config.by)}` : 'By the whole item'),
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { by, keep } = ctx.config
    const values = by ? await evaluateEach({ expression: by, field: 'by' }, items, ctx) : items
    return output(await inSlices(chosen({ items, values, keep }, ctx), ctx))
  },
})

function* chosen(
  { items, values, keep }: { items: Json[]; values: Json[]; keep: 'first' | 'last' },
  context: PerItemContext,
): Generator<void, Json[]> {
  const keys = new Keys(context)
  const places: number[] = []
  for (const [at, value] of values.entries()) {
    yield
    const key = keys.of(value) ?? (yield* keys.ofLarge(value))
    if (keep === 'last' || places[key] === undefined) places[key] = at
  }
  const isChosen = new Uint8Array(items.length)
  for (const place of places) isChosen[place] = 1
  return items.filter((_, at) => isChosen[at] === 1)
}
