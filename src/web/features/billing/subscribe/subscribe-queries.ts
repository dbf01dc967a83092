import { load, q } from '#web/api/query.ts'
import type { Billing } from '#web/parts/billing/pricing/billing.ts'

export const plansQuery = q('listPlans', { query: { active_only: 'false' } })
export const currentQuery = q('getCurrentSubscription')
export const quoteQuery = (plan_id: string, billing: Billing) => q('quotePlan', { query: { plan_id, billing } })

/** Null if there is no such plan, or the user is not signed in. */
export async function loadQuote(plan_id: string, billing: Billing): Promise<void> {
  const { items } = await load(plansQuery)
  if (items.some(({ id }) => id === plan_id)) await load(quoteQuery(plan_id, billing))
}
