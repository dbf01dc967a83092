/** Figures of the marketplace by day of India: for those who run it, for sellers about their agents, and for buyers about their runs. */
import { z } from 'zod'
import { ROLES, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Paise, Slug, Timestamp, UserId } from '#contract/core/primitives.ts'
import { AGENT_SORTS, ANALYTICS_PERIODS, SELLER_SORTS } from './analytics-values.ts'

const Day = z.iso.date()
const count = z.number().int()

const period = {
  period: z.enum(ANALYTICS_PERIODS).default('30'),
  /** The first and last day of an `own` period. */
  first_day: Day.optional(),
  last_day: Day.optional(),
}
export const PeriodQuery = z.object(period)
export type PeriodQuery = z.output<typeof PeriodQuery>

const category = { category: Slug.optional() }
const rows = listQuery(25, 1000)

const Span = z.object({ from: Day, to: Day })
/** What all figures say of themselves. */
const measured = {
  period: Span,
  /** As many days, right before. */
  before: Span,
  /** What happened later is not in the figures yet; null: nothing has been counted so far. */
  counted_until: Timestamp.nullable(),
}

const Visits = z.object({ visits: count, page_views: count, signed_up: count, active: count })
export const VisitFigures = z.object({
  ...measured,
  /** `active` is the sum of the accounts of each day that started a run. */
  totals: Visits,
  totals_before: Visits,
  by_day: z.array(Visits.extend({ day: Day })),
  pages: z.array(z.object({ path: z.string(), views: count, visits: count })),
  events: z.array(z.object({ name: z.string(), events: count })),
})
export type VisitFigures = z.infer<typeof VisitFigures>

const Searches = z.object({ searches: count, not_found: count })
export const SearchFigures = listOf(Searches.extend({ term: z.string(), visits: count })).extend({
  ...measured,
  totals: Searches,
  totals_before: Searches,
  by_day: z.array(Searches.extend({ day: Day })),
})
export type SearchFigures = z.infer<typeof SearchFigures>

/** People who did it for the first time, each once for every agent; `seen` counts visits, and is null where people are told apart. */
const Steps = z.object({ seen: count.nullable(), tried: count, bought: count, again: count })
export const FunnelFigures = z.object({
  ...measured,
  totals: Steps,
  totals_before: Steps,
  by_day: z.array(Steps.extend({ day: Day })),
})
export type FunnelFigures = z.infer<typeof FunnelFigures>

export const RetentionFigures = z.object({
  ...measured,
  /** Of the accounts made in a week (its Monday), how many started a run in that week, in the next, and so on until now. */
  cohorts: z.array(z.object({ week: Day, signed_up: count, active: z.array(count) })),
})
export type RetentionFigures = z.infer<typeof RetentionFigures>

const AgentSums = z.object({
  views: count,
  visits: count,
  tried: count,
  bought: count,
  again: count,
  runs: count,
  failed: count,
  sales: count,
  gross_paise: Paise,
})
/** Null names belong to an agent that was deleted. */
const AgentFigure = AgentSums.extend({
  agent: z.object({ id: AgentId, slug: Slug.nullable(), name: z.string().nullable() }),
  category: z.string(),
})
export type AgentFigure = z.infer<typeof AgentFigure>
export const AgentFigures = listOf(AgentFigure.extend({ seller: z.string() })).extend(measured)
export type AgentFigures = z.infer<typeof AgentFigures>

const SellerFigure = z.object({
  seller: z.object({ id: UserId, display_name: z.string() }),
  agents: count,
  views: count,
  tried: count,
  runs: count,
  failed: count,
  sales: count,
  gross_paise: Paise,
  commission_paise: Paise,
  seller_paise: Paise,
})
export const SellerFigures = listOf(SellerFigure).extend(measured)
export type SellerFigures = z.infer<typeof SellerFigures>

/** What the ledger says the platform took in and what it cost; refunds and corrections are taken off on the day they were posted. */
const Revenue = z.object({
  commission_paise: Paise,
  plans_paise: Paise,
  models_paise: Paise,
  fees_paise: Paise,
  losses_paise: Paise,
  refunds_paise: Paise,
})
export const RevenueFigures = z.object({
  ...measured,
  totals: Revenue,
  totals_before: Revenue,
  by_day: z.array(Revenue.extend({ day: Day })),
  by_category: z.array(z.object({ category: z.string(), sales: count, gross_paise: Paise, commission_paise: Paise })),
})
export type RevenueFigures = z.infer<typeof RevenueFigures>

/** Of one seller's agents. */
export const OwnAgentFigures = listOf(AgentFigure).extend({
  ...measured,
  totals: AgentSums,
  totals_before: AgentSums,
  by_day: z.array(AgentSums.extend({ day: Day })),
})
export type OwnAgentFigures = z.infer<typeof OwnAgentFigures>

const Usage = z.object({ runs: count, failed: count, cost_paise: Paise })
/** Of one person's runs. */
export const UsageFigures = z.object({
  period: Span,
  before: Span,
  totals: Usage,
  by_day: z.array(Usage.extend({ day: Day })),
  by_agent: z.array(Usage.extend({ agent: z.object({ slug: Slug, name: z.string() }).nullable() })),
  /** There were more runs than are looked at: the oldest are left out. */
  is_cut: z.boolean(),
})
export type UsageFigures = z.infer<typeof UsageFigures>

const access = withPermission('analytics.view')
const get = { method: 'GET', access } as const

export const analyticsFigureEndpoints = {
  getVisitFigures: endpoint({ ...get, path: '/api/v1/analytics/visits', query: PeriodQuery, returns: VisitFigures }),
  getSearchFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/searches',
    query: z.object({ ...period, show: z.enum(['all', 'not_found']).default('all'), ...rows }),
    returns: SearchFigures,
  }),
  getFunnelFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/funnel',
    query: z.object({
      ...period,
      ...category,
      role: z.enum(['visitor', ...ROLES]).optional(),
      people: z.enum(['new', 'returning']).optional(),
    }),
    returns: FunnelFigures,
  }),
  getRetentionFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/retention',
    query: PeriodQuery,
    returns: RetentionFigures,
  }),
  getAgentFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/agents',
    query: z.object({ ...period, ...category, sort: z.enum(AGENT_SORTS).default('runs'), ...rows }),
    returns: AgentFigures,
  }),
  getSellerFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/sellers',
    query: z.object({ ...period, ...category, sort: z.enum(SELLER_SORTS).default('gross_paise'), ...rows }),
    returns: SellerFigures,
  }),
  getRevenueFigures: endpoint({
    ...get,
    path: '/api/v1/analytics/revenue',
    query: PeriodQuery,
    returns: RevenueFigures,
  }),
  getOwnAgentFigures: endpoint({
    method: 'GET',
    path: '/api/v1/analytics/own/agents',
    access: withPermission('agents.create'),
    query: z.object({ ...period, sort: z.enum(AGENT_SORTS).default('runs'), ...rows }),
    returns: OwnAgentFigures,
  }),
  /** With the Professional or Enterprise plan. */
  getUsageFigures: endpoint({
    method: 'GET',
    path: '/api/v1/analytics/own/usage',
    access: signedIn,
    query: PeriodQuery,
    returns: UsageFigures,
    errors: ['plan_limit'],
  }),
}
