import { q } from '#web/api/query.ts'

export const currentQuery = q('getCurrentSubscription')
export const plansQuery = q('listPlans', { query: { active_only: 'true' } })
export const historyQuery = q('listSubscriptionHistory', { query: { limit: 100 } })

export const TABS = ['plan', 'payments', 'invoices', 'credits', 'history'] as const
export type TabName = (typeof TABS)[number]
export const readTab = (params: URLSearchParams): TabName => TABS.find((tab) => tab === params.get('tab')) ?? 'plan'
