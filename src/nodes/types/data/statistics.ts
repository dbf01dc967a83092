import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { evaluateEach } from '#nodes/lib/data/per-item.ts'
import { inSlices, sorted } from '#nodes/lib/data/slices.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, kindOf, listFrom, perItem, value } from '#nodes/settings.ts'

const number = z.number().nullable()

export const statistics = defineNode({
  type: 'statistics',
  version: 1,
  title: 'Statistics',
  category: 'data',
  icon: 'chart-column',
  description:
    'Calculates count, sum, mean, median, quartiles, standard deviation, minimum and maximum of the numbers in a list.',
  kind: 'pure',
  config: z.strictObject({
    items: value('Items', 'The list. Leave empty to use the input.'),
    of: perItem('Of', 'The number in an item, without braces: price. Leave empty to use the item itself.').optional(),
    percentiles: z
      .array(z.number().min(0).max(100))
      .max(20)
      .default([])
      .describe('Additional percentiles from 0 to 100, for example 95.')
      .meta({ title: 'Percentiles' }),
  }),
  example: { of: 'price', percentiles: [95] },
  output: z.object({
    count: z.number(),
    sum: z.number(),
    mean: number,
    median: number,
    min: number,
    max: number,
    range: number,
    variance: number,
    standard_deviation: number,
    first_quartile: number,
    third_quartile: number,
    percentiles: z.record(z.string(), number),
  }),
  sentence: (config) => (config.of ? `Of ${brief(config.of)}` : 'Of a list of numbers'),
  async run(ctx) {
    const items = listFrom(ctx.config.items, ctx.input, 'items')
    const { of, percentiles } = ctx.config
    const found = of ? await evaluateEach({ expression: of, field: 'of' }, items, ctx) : items
    return output(await inSlices(described(found, percentiles), ctx))
  },
})

function* described(found: readonly Json[], percentiles: readonly number[]) {
  return describeNumbers(yield* sorted(numbersOf(found), (a, b) => a - b), percentiles)
}

/** Items without a number are passed over; anything else that is no number is an error. */
function numbersOf(found: readonly Json[]): number[] {
  const numbers: number[] = []
  found.forEach((one, at) => {
    if (one === null) return
    if (typeof one !== 'number') {
      throw new NodeError('not_a_number', `Item ${at + 1} is ${kindOf(one)}, not a number`, { field: 'of' })
    }
    numbers.push(one)
  })
  return numbers
}

function describeNumbers(sorted: readonly number[], percentiles: readonly number[]) {
  const count = sorted.length
  const sum = exactSum(sorted)
  const mean = count === 0 ? null : sum / count
  // Of a sample: divided by n - 1.
  const squares = mean === null ? 0 : exactSum(sorted.map((one) => (one - mean) ** 2))
  const variance = count < 2 ? null : squares / (count - 1)
  const min = sorted[0] ?? null
  const max = sorted.at(-1) ?? null
  return {
    count,
    sum,
    mean,
    median: percentile(sorted, 50),
    min,
    max,
    range: min === null || max === null ? null : max - min,
    variance,
    standard_deviation: variance === null ? null : Math.sqrt(variance),
    first_quartile: percentile(sorted, 25),
    third_quartile: percentile(sorted, 75),
    percentiles: Object.fromEntries(percentiles.map((at) => [String(at), percentile(sorted, at)])),
  }
}

/** Linear between neighbours, as spreadsheets' PERCENTILE.INC. */
function percentile(sorted: readonly number[], at: number): number | null {
  const place = ((sorted.length - 1) * at) / 100
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place))
}

/** Neumaier's sum: 0.1 ten times is 1. */
function exactSum(numbers: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const one of numbers) {
    const next = sum + one
    lost += Math.abs(sum) >= Math.abs(one) ? sum - next + one : one - next + sum
    sum = next
  }
  return sum + lost
}
