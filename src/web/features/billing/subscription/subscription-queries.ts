import { q } from '#web/api/query.ts'

export const currentQuery = q('getCurrentSubscription')
export const plansQuery = q('listPlans', { query: { active_only: 'true' } })
export const historyQuery = q('listSubscriptionHistory', { query: { limit: 100 } })

/** The newest orders that could wait to be paid. */
const unpaid = (status: 'failed' | 'created') => q('listPayments', { query: { status, limit: 1, offset: 0 } })
export const unpaidQueries = { failed: unpaid('failed'), created: unpaid('created') }

/** Newest first, as many as the overview shows. */
export const recentQuery = q('listPayments', { query: { limit: 3, offset: 0 } })

const TABS = ['plan', 'payments', 'invoices', 'credits'] as const
export type TabName = (typeof TABS)[number] | 'overview'

/** The history of plans was a tab of its own, and its address still opens it. */
export function readTab(params: URLSearchParams): TabName {
  const named = params.get('tab')
  return named === 'history' ? 'plan' : (TABS.find((tab) => tab === named) ?? 'overview')
}
