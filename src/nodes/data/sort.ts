import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { listFrom, perItem, value } from '#nodes/settings.ts'
import { compareValues } from './order.ts'
import { evaluateRows } from './per-item.ts'

const Key = z.strictObject({
  by: perItem('By', 'What to sort by, without braces: price, or $lowercase(name). $ is the item itself.'),
  direction: z.enum(['asc', 'desc']).default('asc').meta({ title: 'Direction' }),
})

export const sort = defineNode({
  type: 'sort',
  version: 1,
  title: 'Sort',
  category: 'data',
  icon: 'arrow-down-wide-narrow',
  description: 'Orders a list by one or more values of its items. Items without the value come last.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. The input when left out.'),
    keys: z
      .array(Key)
      .min(1, 'Say what to sort by')
      .max(10)
      .describe('The first decides; the next ones decide ties.')
      .meta({ title: 'Sort by' }),
  }),
  example: { keys: [{ by: 'price', direction: 'desc' }] },
  output: z.array(Json),
  sentence: (config) => `By ${config.keys.map((key) => key.by).join(', ')}`,
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { keys } = ctx.config
    const sources = keys.map((key, index) => ({ expression: key.by, field: `keys.${index}.by` }))
    const rows = await evaluateRows(sources, items, ctx)
    const order = items.map((_, index) => index)
    order.sort((a, b) => {
      for (const [at, key] of keys.entries()) {
        const left = rows[a]?.[at] ?? null
        const right = rows[b]?.[at] ?? null
        if (left === null || right === null) {
          if (left !== right) return left === null ? 1 : -1
          continue
        }
        const difference = compareValues(left, right)
        if (difference !== 0) return key.direction === 'desc' ? -difference : difference
      }
      return a - b
    })
    return output(order.map((index) => items[index] as Json))
  },
})
