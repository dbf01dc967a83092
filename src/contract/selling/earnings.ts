/** What a seller earns: sums, days, agents, buyers, and what to look at before it hurts. Paise. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, Currency, Paise, Slug } from '#contract/core/primitives.ts'

export const EARNING_DAYS = ['7', '30', '90', '365'] as const

/** When a seller is warned. Shares and rates are fractions. */
export const WARN_AT = {
  whale_share: 0.4,
  fewest_sales: 5,
  failure_rate: 0.1,
  fewest_runs: 20,
  refund_rate: 0.1,
} as const

/** `gross` is what buyers paid, GST included; `seller` what is left of it for the seller before refunds. */
const Sums = z.object({
  sales: z.number().int(),
  gross_paise: Paise.describe('What buyers paid, GST included.'),
  refunded_paise: Paise,
  commission_paise: Paise,
  /** GST, TCS and TDS that are kept back, and GST on the commission. */
  tax_paise: Paise,
  seller_paise: Paise.describe('What is left for the seller, before refunds.'),
})

export const EarningsWarning = z.object({
  kind: z.enum(['concentration', 'churn', 'failures', 'refunds', 'negative']),
  title: z.string(),
  message: z.string(),
  agent: z.object({ slug: Slug, name: z.string() }).nullable().describe('Null for a warning about all of them.'),
})
export type EarningsWarning = z.infer<typeof EarningsWarning>

export const Earnings = z.object({
  days: z.number().int(),
  currency: Currency,
  totals: Sums,
  /** Each day of the period in India, oldest first, days without sales too. */
  by_day: z.array(z.object({ day: z.string(), sales: z.number().int(), gross_paise: Paise, seller_paise: Paise })),
  by_agent: z.array(
    Sums.extend({
      agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
      runs: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  /** The largest first, at most 20, each under a stable label instead of a name; `share` of all that was sold in the period. */
  by_buyer: z.array(z.object({ buyer: z.string(), sales: z.number().int(), gross_paise: Paise, share: z.number() })),
  held_paise: Paise.describe('Not paid out yet, because buyers can still ask for a refund.'),
  payable_paise: Paise.describe('What the next payout can pay.'),
  warnings: z.array(EarningsWarning),
})
export type Earnings = z.infer<typeof Earnings>

export const earningsEndpoints = {
  getEarnings: endpoint({
    method: 'GET',
    path: '/api/v1/seller/earnings',
    access: withPermission('agents.create'),
    query: z.object({ days: z.enum(EARNING_DAYS).default('30') }),
    returns: Earnings,
  }),
}
