import { useQuery } from '@tanstack/react-query'
import { PLANS, type Plan } from '#contract/billing/plans.ts'
import { q } from '#web/api/query.ts'

/** The plans that are sold. */
export const plansQuery = q('listPlans', {})

const KNOWN = { items: [...PLANS], total: PLANS.length, limit: PLANS.length, offset: 0 }

/** The plans that are sold; while the server is away, those the product came with. */
export const usePlans = (): readonly Plan[] => useQuery({ ...plansQuery, placeholderData: KNOWN }).data?.items ?? PLANS
