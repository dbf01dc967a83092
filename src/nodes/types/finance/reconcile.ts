import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { cellDate } from '#nodes/lib/finance/cell-date.ts'
import { type Entry, match } from '#nodes/lib/finance/matching.ts'
import { parseMoney } from '#nodes/lib/finance/money.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { listFrom, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'
import { DAY_MS } from '#shared/time.ts'

const MOST = 10_000
const name = (title: string, usual: string, help: string) =>
  z.string().max(100).default(usual).describe(help).meta({ title })

interface Names {
  amount: string
  date: string
  reference: string
  words: string
}

const unwrapped = (given: Json): Json =>
  isObject(given) && Array.isArray(given.transactions) ? given.transactions : given
const text = (found: Json | undefined): string =>
  typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''

/** @throws NodeError `not_a_sum` */
function entryFrom(given: Json, index: number, names: Names, field: string): Entry {
  const object = isObject(given) ? given : {}
  const sum = object[names.amount]
  const amount = typeof sum === 'number' ? sum : typeof sum === 'string' ? parseMoney(sum)?.paise : undefined
  if (amount === undefined || !Number.isSafeInteger(amount))
    throw new NodeError('not_a_sum', `Entry ${index + 1} has no whole number of paise under “${names.amount}”`, {
      field,
    })
  const iso = cellDate(text(object[names.date]))
  const reference = text(object[names.reference]).replace(/\W/g, '').toLowerCase().replace(/^0+/, '')
  const words = text(object[names.words])
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
  return {
    index,
    amount,
    day: iso === null ? null : Math.round(Date.parse(iso) / DAY_MS),
    reference: reference.length >= 4 ? reference : null,
    words: new Set(words),
  }
}

export const reconcile = defineNode({
  type: 'reconcile',
  version: 1,
  title: 'Reconcile',
  category: 'finance',
  icon: 'arrow-left-right',
  description:
    'Matches two lists of payments, such as a bank statement and a ledger: by reference, by sum and day, by sum and words, or two and three that make one. What has no counterpart is listed on its side.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    left: value('First list', 'A list of objects, or a bank statement.'),
    right: value('Second list', 'A list of objects, or a bank statement.'),
    amount_field: name('Amount', 'amount_paise', 'Field with the sum in whole paise.'),
    date_field: name('Date', 'date', 'Field with the day.'),
    reference_field: name('Reference', 'reference', 'Field with a reference number; at least four characters count.'),
    words_field: name('Words', 'narration', 'Field with words.'),
    tolerance_paise: z
      .number()
      .int()
      .min(0)
      .max(100_000_000)
      .default(0)
      .describe('Largest difference of two sums that match.')
      .meta({ title: 'Tolerance (paise)' }),
    days: z
      .number()
      .int()
      .min(0)
      .max(365)
      .default(5)
      .describe('Most days between the two.')
      .meta({ title: 'Days apart' }),
  }),
  example: { left: '{{ $input.bank }}', right: '{{ $input.ledger }}' },
  output: z.object({
    matches: z.array(
      z.object({
        left: z.array(z.number().int()),
        right: z.array(z.number().int()),
        by: z.enum(['reference', 'amount_and_date', 'amount_and_words', 'sum_of_several']),
        difference_paise: z.number().int(),
        days: z.number().nullable(),
      }),
    ),
    left_only: z.array(z.number().int()),
    right_only: z.array(z.number().int()),
    left_paise: z.number().int(),
    right_paise: z.number().int(),
    difference_paise: z.number().int(),
  }),
  sentence: ({ days }) => `Matches two lists within ${days} days`,
  timeout_ms: 60_000,
  run(ctx) {
    const { config } = ctx
    const names: Names = {
      amount: config.amount_field,
      date: config.date_field,
      reference: config.reference_field,
      words: config.words_field,
    }
    const entries = (['left', 'right'] as const).map((side) => {
      const list = listFrom(unwrapped(config[side] ?? null), null, side)
      if (list.length > MOST) throw new NodeError('too_many', `At most ${MOST} entries on a side`, { field: side })
      return list.map((one, index) => entryFrom(one, index, names, side))
    })
    const [left = [], right = []] = entries
    const matches = match(left, right, { tolerance: config.tolerance_paise, days: config.days })
    const [matchedLeft, matchedRight] = [
      new Set(matches.flatMap((one) => one.left)),
      new Set(matches.flatMap((one) => one.right)),
    ]
    const total = (list: readonly Entry[]): number => list.reduce((sum, { amount }) => sum + amount, 0)
    return output({
      matches: matches.map(({ difference, ...one }) => ({ ...one, difference_paise: difference })),
      left_only: left.filter(({ index }) => !matchedLeft.has(index)).map(({ index }) => index),
      right_only: right.filter(({ index }) => !matchedRight.has(index)).map(({ index }) => index),
      left_paise: total(left),
      right_paise: total(right),
      difference_paise: total(left) - total(right),
    })
  },
})
