/** What the address of /analytics says: which figures, of which days, and of whom. */
import { ROLES } from '#contract/core/access.ts'
import { inIndia } from '#contract/india/time.ts'
import type { PeriodQuery } from '#contract/platform/analytics.ts'
import {
  AGENT_SORTS,
  ANALYTICS_PERIODS,
  findPeriodProblem,
  type PeriodProblem,
  SELLER_SORTS,
} from '#contract/platform/analytics-values.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { type AnalyticsQuery, paths } from '#web/paths.ts'

export const VIEWS = {
  visits: 'Visits',
  searches: 'Searches',
  funnel: 'Funnel',
  retention: 'Retention',
  agents: 'Agents',
  sellers: 'Sellers',
  revenue: 'Revenue',
} as const
export type View = keyof typeof VIEWS
export type PeriodName = (typeof ANALYTICS_PERIODS)[number]
export const FUNNEL_ROLES = ['visitor', ...ROLES] as const

export interface AnalyticsState {
  view: View
  period: PeriodName
  from: string | null
  to: string | null
  /** What is wrong with these days; the usual period is shown instead. */
  problem: PeriodProblem | null
  category: string | null
  role: (typeof FUNNEL_ROLES)[number] | null
  people: 'new' | 'returning' | null
  show: 'all' | 'not_found'
  agentSort: (typeof AGENT_SORTS)[number]
  sellerSort: (typeof SELLER_SORTS)[number]
  page: number
}

export const PAGE_SIZE = 25

const oneOf = <const Value extends string>(values: readonly Value[], given: string | null): Value | null =>
  values.find((value) => value === given) ?? null
const dayIn = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

const SLUG = /^[a-z0-9-]{1,64}$/

export function readState(params: URLSearchParams, now = new Date()): AnalyticsState {
  const period = oneOf(ANALYTICS_PERIODS, params.get('period')) ?? '30'
  const [from, to] = period === 'own' ? [dayIn(params.get('from')), dayIn(params.get('to'))] : [null, null]
  const today = inIndia(now).toISOString().slice(0, 10)
  const problem =
    period === 'own' ? findPeriodProblem({ first_day: from ?? undefined, last_day: to ?? undefined }, today) : null
  const category = params.get('category')
  return {
    view: oneOf(Object.keys(VIEWS) as View[], params.get('view')) ?? 'visits',
    period,
    from,
    to,
    problem,
    category: category !== null && SLUG.test(category) ? category : null,
    role: oneOf(FUNNEL_ROLES, params.get('role')),
    people: oneOf(['new', 'returning'], params.get('people')),
    show: oneOf(['not_found'], params.get('show')) ?? 'all',
    agentSort: oneOf(AGENT_SORTS, params.get('sort')) ?? 'runs',
    sellerSort: oneOf(SELLER_SORTS, params.get('sort')) ?? 'gross_paise',
    page: pageParam(params),
  }
}

/** The address of the same figures with something changed; another list begins at its first page. */
export function analyticsHref(state: AnalyticsState, change: AnalyticsQuery): string {
  const { view, period, from, to, category, role, people, show } = state
  const sort = view === 'agents' ? state.agentSort : view === 'sellers' ? state.sellerSort : null
  const next: AnalyticsQuery = {
    view: view === 'visits' ? null : view,
    period: period === '30' ? null : period,
    from,
    to,
    category,
    role,
    people,
    show: show === 'all' ? null : show,
    sort: sort === 'runs' && view === 'agents' ? null : sort === 'gross_paise' && view === 'sellers' ? null : sort,
    ...change,
  }
  return paths.analytics(next)
}

/** The days that are asked for. */
export function periodOf({ period, from, to, problem }: AnalyticsState): PeriodQuery {
  if (problem) return { period: '30' }
  return from !== null && to !== null ? { period, first_day: from, last_day: to } : { period }
}
