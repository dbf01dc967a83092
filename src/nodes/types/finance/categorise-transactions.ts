import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { type Categorised, CHANNELS, categorise, recurring } from '#nodes/lib/finance/categorise.ts'
import { totalsOf } from '#nodes/lib/finance/category-totals.ts'
import { CATEGORIES } from '#nodes/lib/finance/merchants.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { listFrom, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const Given = z.looseObject({
  date: z.string().max(40),
  narration: z.string().max(2_000),
  amount_paise: z.number().int(),
})
const Category = z.enum(CATEGORIES)

const Result = z.looseObject({
  date: z.string(),
  narration: z.string(),
  amount_paise: z.number().int(),
  category: Category,
  channel: z.enum(CHANNELS),
  counterparty: z.string().nullable(),
  because: z.string(),
  confidence: z.number(),
})

const MOST = 20_000

/** A bank statement holds its list under `transactions`. */
const unwrapped = (given: Json): Json =>
  isObject(given) && Array.isArray(given.transactions) ? given.transactions : given

type Row = z.output<typeof Given> & Categorised

export const categoriseTransactions = defineNode({
  type: 'categorise_transactions',
  version: 1,
  title: 'Categorise transactions',
  category: 'finance',
  icon: 'tags',
  description:
    'Says what each bank transaction was for (salary, rent, EMI, food, tax, charges and 19 more), by which channel and with whom, by rules and a dictionary of Indian merchants, with the words that decided. Your own rules come first.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    transactions: value(
      'Transactions',
      'From Parse bank statement, or a list of {date, narration, amount_paise}. Left out, the input is taken.',
    ),
    rules: z
      .array(
        z.strictObject({
          contains: z.string().min(2).max(100).describe('Words the narration holds.').meta({ title: 'Contains' }),
          category: Category.meta({ title: 'Category' }),
        }),
      )
      .max(200)
      .default([])
      .describe('Your own rules; the first that fits decides.')
      .meta({ title: 'Rules' }),
  }),
  output: z.object({
    transactions: z.array(Result),
    by_category: z.array(
      z.object({
        category: Category,
        count: z.number().int(),
        in_paise: z.number().int(),
        out_paise: z.number().int(),
      }),
    ),
    by_month: z.array(
      z.object({
        month: z.string(),
        in_paise: z.number().int(),
        out_paise: z.number().int(),
        net_paise: z.number().int(),
      }),
    ),
    recurring: z.array(
      z.object({
        counterparty: z.string(),
        category: Category,
        amount_paise: z.number().int(),
        times: z.number().int(),
        every_days: z.number(),
      }),
    ),
    unsure: z.number().int(),
  }),
  sentence: ({ rules }) =>
    rules.length > 0 ? `Categorises by ${rules.length} own rules and the dictionary` : 'Categorises transactions',
  timeout_ms: 60_000,
  run(ctx) {
    const { transactions, rules } = ctx.config
    const list = listFrom(unwrapped(transactions === undefined ? ctx.input : transactions), null, 'transactions')
    if (list.length > MOST)
      throw new NodeError('too_many', `At most ${MOST} transactions at once`, { field: 'transactions' })
    const rows = list.map((given, index): Row => {
      const parsed = Given.safeParse(given)
      if (!parsed.success)
        throw new NodeError('not_a_transaction', `Transaction ${index + 1} needs date, narration and amount_paise`, {
          field: 'transactions',
        })
      return { ...parsed.data, ...categorise(parsed.data.narration, parsed.data.amount_paise, rules) }
    })
    return output({
      transactions: rows as unknown as Json,
      ...totalsOf(rows),
      recurring: recurring(rows).map((one) => ({ ...one })),
      unsure: rows.filter(({ confidence }) => confidence < 0.6).length,
    })
  },
})
