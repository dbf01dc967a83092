/** What a seller earns, and what to look at before it hurts. */

import type { UserId } from '#contract/core/primitives.ts'
import { dayStartInIndia } from '#contract/india/time.ts'
import { type Earnings, type EarningsWarning, WARN_AT } from '#contract/selling/earnings.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './earnings.store.ts'

const MOST_BUYERS = 20
const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`

interface Figures {
  totals: store.SumsRow
  agents: readonly store.AgentRow[]
  buyers: readonly store.BuyerRow[]
  returning: { before: number; again: number }
  payable_paise: number
}

function ofAll({ totals, buyers, returning, payable_paise }: Figures): EarningsWarning[] {
  const warnings: EarningsWarning[] = []
  const warn = (kind: EarningsWarning['kind'], title: string, message: string) =>
    warnings.push({ kind, title, message, agent: null })
  const [largest] = buyers
  const share = largest && totals.gross_paise > 0 ? largest.gross_paise / totals.gross_paise : 0
  if (largest && buyers.length > 1 && totals.sales >= WARN_AT.fewest_sales && share >= WARN_AT.whale_share)
    warn('concentration', 'One buyer pays most of it', `${largest.buyer} paid ${percent(share)} of what you sold.`)
  const lost = returning.before - returning.again
  if (returning.before >= WARN_AT.fewest_sales && lost * 2 > returning.before)
    warn(
      'churn',
      'Buyers aren’t coming back',
      `${lost} of ${returning.before} buyers of the month before bought nothing in the last 30 days.`,
    )
  if (payable_paise < 0)
    warn(
      'negative',
      'Refunds exceeded your earnings',
      'Your next sales cover the difference before anything is paid out.',
    )
  return warnings
}

function ofAgent({ slug, name, runs, failed, gross_paise, refunded_paise, sales }: store.AgentRow): EarningsWarning[] {
  const agent = { slug, name }
  const warnings: EarningsWarning[] = []
  if (runs >= WARN_AT.fewest_runs && failed / runs >= WARN_AT.failure_rate) {
    const message = `${percent(failed / runs)} of its ${runs} runs failed. A failed run earns nothing.`
    warnings.push({ kind: 'failures', title: `${name} fails often`, message, agent })
  }
  if (sales >= WARN_AT.fewest_sales && refunded_paise / gross_paise >= WARN_AT.refund_rate) {
    const message = `${percent(refunded_paise / gross_paise)} of what it sold was given back.`
    warnings.push({ kind: 'refunds', title: `${name} is often refunded`, message, agent })
  }
  return warnings
}

/** The sales of the last `days` days, today among them. */
export async function getEarnings(
  db: Queryable,
  { on: seller }: Grant<'payout.own', UserId>,
  days: number,
  now = new Date(),
): Promise<Earnings> {
  const since = dayStartInIndia(new Date(now.getTime() - (days - 1) * DAY_MS))
  const [totals, by_day, agents, buyers, returning, held_paise, payable_paise] = await Promise.all([
    store.sumSales(db, seller, since),
    store.sumDays(db, seller, since, now),
    store.sumAgents(db, seller, since),
    store.sumBuyers(db, seller, since, MOST_BUYERS),
    store.countReturning(db, seller, now),
    balanceOf(db, 'earnings_held', seller),
    balanceOf(db, 'earnings', seller),
  ])
  const figures = { totals, agents, buyers, returning, payable_paise }
  return {
    days,
    currency: 'INR',
    totals,
    by_day,
    by_agent: agents.map(({ id, slug, name, ...rest }) => ({ ...rest, agent: { id, slug, name } })),
    by_buyer: buyers.map((row) => ({ ...row, share: row.gross_paise / Math.max(1, totals.gross_paise) })),
    held_paise,
    payable_paise,
    warnings: [...ofAll(figures), ...agents.flatMap(ofAgent)],
  }
}
