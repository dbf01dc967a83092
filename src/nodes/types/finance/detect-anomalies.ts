import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { ANOMALIES, anomalies, benford, type Item } from '#nodes/lib/finance/anomalies.ts'
import { parseMoney } from '#nodes/lib/finance/money.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { listFrom, MOST_CHOICES, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST = 50_000
const MOST_FOUND = 500

const field = (title: string, help: string, usual: string) =>
  z.string().max(100).default(usual).describe(help).meta({ title })

const Found = z.object({
  index: z.number().int(),
  kind: z.enum(ANOMALIES),
  severity: z.enum(['low', 'medium', 'high']),
  reason: z.string(),
  with: z.array(z.number().int()),
})

const unwrapped = (given: Json): Json =>
  isObject(given) && Array.isArray(given.transactions) ? given.transactions : given
const words = (found: Json | undefined): string => (typeof found === 'string' ? found : '')

/** @throws NodeError `not_a_sum` */
function itemFrom(
  given: Json,
  index: number,
  names: { amount: string; group: string; date: string; label: string },
): Item {
  const object = isObject(given) ? given : {}
  const sum = isObject(given) ? object[names.amount] : given
  const amount = typeof sum === 'number' ? sum : typeof sum === 'string' ? parseMoney(sum)?.paise : undefined
  if (amount === undefined || !Number.isSafeInteger(amount))
    throw new NodeError('not_a_sum', `Item ${index + 1} has no whole number of paise under “${names.amount}”`, {
      field: 'amount_field',
    })
  const date = words(object[names.date])
  return {
    index,
    amount,
    group: words(object[names.group]),
    date: Number.isNaN(Date.parse(date)) ? null : date,
    label: words(object[names.label]),
  }
}

export const detectAnomalies = defineNode({
  type: 'detect_anomalies',
  version: 1,
  title: 'Detect anomalies',
  category: 'finance',
  icon: 'scan-search',
  description:
    'Finds what stands out among sums: outliers within their group (robust z-score and quartiles), likely duplicates, round sums, and first digits against Benford’s law, each explained in words.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    items: value(
      'Items',
      'A list of objects, of whole paise, or of sums as text. Left out, the input or its transactions are taken.',
    ),
    amount_field: field('Amount', 'Field with the sum in whole paise.', 'amount_paise'),
    group_field: field('Group', 'Sums are compared within a group.', 'category'),
    date_field: field('Date', 'Field with the day.', 'date'),
    label_field: field('Words', 'Field by which duplicates are told.', 'narration'),
    kinds: z
      .array(z.enum(ANOMALIES))
      .max(MOST_CHOICES)
      .default([...ANOMALIES])
      .describe('What to look for.')
      .meta({ title: 'Look for' }),
    threshold: z
      .number()
      .min(1)
      .max(20)
      .default(3.5)
      .describe('Robust z-score from which a sum is an outlier.')
      .meta({ title: 'Threshold', when: { field: 'kinds', is: ['outlier'] } }),
    duplicate_days: z
      .number()
      .int()
      .min(0)
      .max(90)
      .default(3)
      .describe('Days within which the same payment counts as a duplicate.')
      .meta({ title: 'Duplicate within', when: { field: 'kinds', is: ['duplicate'] } }),
    round_from_paise: z
      .number()
      .int()
      .min(0)
      .default(5_000_000)
      .describe('Smaller round sums are left out.')
      .meta({ title: 'Round from (paise)', when: { field: 'kinds', is: ['round'] } }),
  }),
  output: z.object({
    anomalies: z.array(Found),
    benford: z
      .object({
        count: z.number().int(),
        digits: z.array(z.object({ digit: z.number().int(), found: z.number(), expected: z.number() })),
        deviation: z.number(),
        reading: z.enum(['close', 'acceptable', 'marginal', 'not conforming']),
      })
      .nullable(),
    checked: z.number().int(),
    truncated: z.boolean(),
  }),
  sentence: ({ kinds }) => `Looks for ${kinds.map((kind) => `${kind}s`).join(', ')}`,
  timeout_ms: 60_000,
  run(ctx) {
    const { config } = ctx
    const list = listFrom(unwrapped(config.items === undefined ? ctx.input : config.items), null, 'items')
    if (list.length > MOST) throw new NodeError('too_many', `At most ${MOST} items at once`, { field: 'items' })
    const names = {
      amount: config.amount_field,
      group: config.group_field,
      date: config.date_field,
      label: config.label_field,
    }
    const items = list.map((one, index) => itemFrom(one, index, names))
    const found = anomalies(items, {
      kinds: config.kinds,
      threshold: config.threshold,
      days: config.duplicate_days,
      round_from_paise: config.round_from_paise,
    })
    return output({
      anomalies: found.slice(0, MOST_FOUND).map((one) => ({ ...one })),
      benford: asJson(benford(items.map(({ amount }) => amount))),
      checked: items.length,
      truncated: found.length > MOST_FOUND,
    })
  },
})

const asJson = (found: ReturnType<typeof benford>): Json => (found === null ? null : { ...found })
