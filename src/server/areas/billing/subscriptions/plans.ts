/** The plans that are sold, as §3 and §9 write them. */
import type { Plan } from '#contract/billing/plans.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './plans.store.ts'

/** '5GB', '500MB'; what is no whole number of them keeps two digits. */
const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${Number((bytes / 1e9).toFixed(2))}GB` : `${Number((bytes / 1e6).toFixed(2))}MB`

/** '10K/month', '750/month'. */
const callsText = (calls: number): string => `${calls % 1000 === 0 ? `${calls / 1000}K` : calls}/month`

/** What a year at the monthly price costs more than the yearly one: '2,000 per year'. */
const savingsText = ({ monthly_paise, yearly_paise }: store.PlanVersionRow): string =>
  `${(Math.max(0, monthly_paise * 12 - yearly_paise) / 100).toLocaleString('en-IN')} per year`

export const presentPlan = (row: store.PlanVersionRow): Plan => ({
  id: row.plan_id,
  name: row.name,
  monthlyPrice: row.monthly_paise / 100,
  yearlyPrice: row.yearly_paise / 100,
  agentLimit: row.agent_limit,
  seats: row.seats,
  isPopular: row.is_popular,
  isPremium: row.is_premium,
  features: row.features,
  limits: {
    storage: row.storage_bytes === null ? null : sizeText(row.storage_bytes),
    apiCalls: row.api_calls === null ? null : callsText(row.api_calls),
    support: row.support,
  },
  cta: row.cta,
  savings: savingsText(row),
})

/** The newest versions, from the smallest plan to the largest. */
export async function listPlans(db: Queryable, query: { active_only: boolean; limit: number; offset: number }) {
  const { active_only, limit, offset } = query
  const plans = (await store.findPlans(db, active_only)).map(presentPlan)
  return { items: plans.slice(offset, offset + limit), total: plans.length, limit, offset }
}
