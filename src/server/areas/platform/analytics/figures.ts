/** Figures of the marketplace, of a seller's agents and of a person's runs, for a period and the one before it. */

import type { Parsed } from '#contract/core/endpoint.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type {
  AgentFigure,
  AgentFigures,
  analyticsFigureEndpoints,
  FunnelFigures,
  OwnAgentFigures,
  PeriodQuery,
  RetentionFigures,
  RevenueFigures,
  SearchFigures,
  SellerFigures,
  UsageFigures,
  VisitFigures,
} from '#contract/platform/analytics.ts'
import { FEWEST_VISITS_OF_SEARCH, MOST_COHORTS, MOST_RUNS_OF_USAGE } from '#contract/platform/analytics-values.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as agents from './agents.store.ts'
import { type Period, readPeriod } from './period.ts'
import { findCountedUntil } from './progress.store.ts'
import { sumCategories, sumRevenue } from './revenue.store.ts'
import { findUsage } from './usage.store.ts'
import * as store from './visits.store.ts'

type Endpoints = typeof analyticsFigureEndpoints
type QueryOf<Name extends keyof Endpoints> = Parsed<Endpoints[Name]>['query']
type ReadGrant = Grant<'analytics.read'>

/** Adds up the numbers of days; what is no number, and the day itself, is left out. */
function sumDays<Sums extends object>(days: readonly (Sums & { day: string })[], none: Sums): Sums {
  const sums: Record<string, number> = { ...none } as Record<string, number>
  for (const day of days)
    for (const key of Object.keys(none)) sums[key] = (sums[key] ?? 0) + Number((day as Record<string, unknown>)[key])
  return sums as Sums
}

/** Days of a period, their sums, and the sums of the period before. */
async function compare<Sums extends object>(
  { period, before }: Period,
  read: (span: Period['period']) => Promise<(Sums & { day: string })[]>,
  none: Sums,
) {
  const [by_day, earlier] = await Promise.all([read(period), read(before)])
  return { by_day, totals: sumDays(by_day, none), totals_before: sumDays(earlier, none) }
}

async function measuredOf(db: Queryable, query: PeriodQuery, now: Date) {
  const spans = readPeriod(query, now)
  return { ...spans, counted_until: (await findCountedUntil(db))?.toISOString() ?? null }
}

const NO_VISITS = { visits: 0, page_views: 0, signed_up: 0, active: 0 }

export async function getVisits(db: Queryable, _: ReadGrant, query: PeriodQuery, now: Date): Promise<VisitFigures> {
  const measured = await measuredOf(db, query, now)
  const [compared, pages, events] = await Promise.all([
    compare(measured, (span) => store.sumVisits(db, span), NO_VISITS),
    store.sumPages(db, measured.period),
    store.sumEvents(db, measured.period),
  ])
  return { ...measured, ...compared, pages, events }
}

const NO_SEARCHES = { searches: 0, not_found: 0 }

/** What people searched for. A search that few visits made could tell who made it, so it is only counted. */
export async function getSearches(
  db: Queryable,
  _: ReadGrant,
  query: QueryOf<'getSearchFigures'>,
  now: Date,
): Promise<SearchFigures> {
  const { limit, offset, show } = query
  const measured = await measuredOf(db, query, now)
  const wanted = { fewest_visits: FEWEST_VISITS_OF_SEARCH, only_not_found: show === 'not_found' }
  const read = (page: agents.Slice) => store.findSearches(db, measured.period, { ...wanted, ...page })
  const [compared, rows] = await Promise.all([
    compare(measured, (span) => store.sumSearches(db, span), NO_SEARCHES),
    read({ limit, offset }),
  ])
  const total = await totalOf(rows, offset, () => read(FIRST))
  return { ...measured, ...compared, items: rows.map(({ total: _total, ...row }) => row), total, limit, offset }
}

const NO_STEPS = { seen: 0, tried: 0, bought: 0, again: 0 }

/** Visits are nobody's, so it is not known what was seen by whom. */
export async function getFunnel(
  db: Queryable,
  _: ReadGrant,
  query: QueryOf<'getFunnelFigures'>,
  now: Date,
): Promise<FunnelFigures> {
  const measured = await measuredOf(db, query, now)
  const { category = null, role = null, people } = query
  const segment = { category, role, is_new: people === undefined ? null : people === 'new' }
  const { by_day, totals, totals_before } = await compare(
    measured,
    (span) => agents.sumSteps(db, span, segment),
    NO_STEPS,
  )
  const ofPeople = role !== null || people !== undefined
  const shown = <Steps extends agents.StepSums>(steps: Steps) => ({ ...steps, seen: ofPeople ? null : steps.seen })
  return { ...measured, by_day: by_day.map(shown), totals: shown(totals), totals_before: shown(totals_before) }
}

const WEEK_MS = 7 * DAY_MS

export async function getRetention(
  db: Queryable,
  _: ReadGrant,
  query: PeriodQuery,
  now: Date,
): Promise<RetentionFigures> {
  const measured = await measuredOf(db, query, now)
  const joined = await store.findJoined(db, measured.period, MOST_COHORTS)
  const [first, last] = [joined[0], joined.at(-1)]
  const rows = first && last ? await store.findCohorts(db, { from: first.week, to: last.week }) : []
  const people = new Map(rows.map((row) => [`${row.joined_week} ${row.week}`, row.people]))
  const until = measured.counted_until === null ? now.getTime() : Date.parse(measured.counted_until)
  const cohorts = joined.map(({ week, signed_up }) => {
    const weeks = Math.min(MOST_COHORTS, Math.floor((until - Date.parse(week)) / WEEK_MS) + 1)
    const active = Array.from({ length: Math.max(1, weeks) }, (_week, n) => {
      const day = new Date(Date.parse(week) + n * WEEK_MS).toISOString().slice(0, 10)
      return people.get(`${week} ${day}`) ?? 0
    })
    return { week, signed_up, active }
  })
  return { ...measured, cohorts }
}

/** How many there are in all, which the rows say; of a page behind the last one the first row says it. */
async function totalOf(
  rows: readonly { total: number }[],
  offset: number,
  readFirst: () => Promise<readonly { total: number }[]>,
): Promise<number> {
  const [first] = rows.length > 0 || offset === 0 ? rows : await readFirst()
  return first?.total ?? 0
}
const FIRST = { limit: 1, offset: 0 }

function presentAgent({ id, slug, name, category, total: _, seller: __, ...sums }: agents.AgentRow): AgentFigure {
  return { agent: { id, slug, name }, category, ...sums }
}

export async function getAgents(
  db: Queryable,
  _: ReadGrant,
  query: QueryOf<'getAgentFigures'>,
  now: Date,
): Promise<AgentFigures> {
  const { limit, offset, sort, category = null } = query
  const measured = await measuredOf(db, query, now)
  const read = (page: agents.Slice) => agents.findAgents(db, measured.period, { category, seller: null, sort, ...page })
  const rows = await read({ limit, offset })
  const items = rows.map((row) => ({ ...presentAgent(row), seller: row.seller }))
  return { ...measured, items, total: await totalOf(rows, offset, () => read(FIRST)), limit, offset }
}

export async function getSellers(
  db: Queryable,
  _: ReadGrant,
  query: QueryOf<'getSellerFigures'>,
  now: Date,
): Promise<SellerFigures> {
  const { limit, offset, sort, category = null } = query
  const measured = await measuredOf(db, query, now)
  const read = (page: agents.Slice) => agents.findSellers(db, measured.period, { category, sort, ...page })
  const rows = await read({ limit, offset })
  const items = rows.map(({ id, display_name, total: _total, ...sums }) => ({ seller: { id, display_name }, ...sums }))
  return { ...measured, items, total: await totalOf(rows, offset, () => read(FIRST)), limit, offset }
}

const NO_REVENUE = {
  commission_paise: 0,
  plans_paise: 0,
  models_paise: 0,
  fees_paise: 0,
  losses_paise: 0,
  refunds_paise: 0,
}

export async function getRevenue(db: Queryable, _: ReadGrant, query: PeriodQuery, now: Date): Promise<RevenueFigures> {
  const measured = await measuredOf(db, query, now)
  const [compared, by_category] = await Promise.all([
    compare(measured, (span) => sumRevenue(db, span), NO_REVENUE),
    sumCategories(db, measured.period),
  ])
  return { ...measured, ...compared, by_category }
}

const NO_USE = { views: 0, visits: 0, tried: 0, bought: 0, again: 0, runs: 0, failed: 0, sales: 0, gross_paise: 0 }

export async function getOwnAgents(
  db: Queryable,
  { on }: Grant<'analytics.own_agents', UserId>,
  query: QueryOf<'getOwnAgentFigures'>,
  now: Date,
): Promise<OwnAgentFigures> {
  const { limit, offset, sort } = query
  const measured = await measuredOf(db, query, now)
  const read = (page: agents.Slice) =>
    agents.findAgents(db, measured.period, { category: null, seller: on, sort, ...page })
  const [compared, rows] = await Promise.all([
    compare(measured, (span) => agents.sumOwnAgents(db, span, on), NO_USE),
    read({ limit, offset }),
  ])
  const total = await totalOf(rows, offset, () => read(FIRST))
  return { ...measured, ...compared, items: rows.map(presentAgent), total, limit, offset }
}

type Usage = UsageFigures['totals']
const NOTHING_USED: Usage = { runs: 0, failed: 0, cost_paise: 0 }
const plus = (sums: Usage, row: Usage): Usage => ({
  runs: sums.runs + row.runs,
  failed: sums.failed + row.failed,
  cost_paise: sums.cost_paise + row.cost_paise,
})

export async function getUsage(
  db: Queryable,
  { on }: Grant<'analytics.usage', UserId>,
  query: PeriodQuery,
  now: Date,
): Promise<UsageFigures> {
  const { period, before } = readPeriod(query, now)
  const rows = await findUsage(db, on, period, MOST_RUNS_OF_USAGE)
  const days = new Map<string, Usage>()
  const byAgent = new Map<string, UsageFigures['by_agent'][number]>()
  for (let at = Date.parse(period.from); at <= Date.parse(period.to); at += DAY_MS)
    days.set(new Date(at).toISOString().slice(0, 10), NOTHING_USED)
  for (const row of rows) {
    days.set(row.day, plus(days.get(row.day) ?? NOTHING_USED, row))
    const agent = row.slug === null || row.name === null ? null : { slug: row.slug, name: row.name }
    const key = agent?.slug ?? ''
    byAgent.set(key, { agent, ...plus(byAgent.get(key) ?? NOTHING_USED, row) })
  }
  const totals = rows.reduce(plus, NOTHING_USED)
  return {
    period,
    before,
    totals,
    by_day: [...days].map(([day, sums]) => ({ day, ...sums })),
    by_agent: [...byAgent.values()].toSorted((a, b) => b.runs - a.runs),
    is_cut: totals.runs >= MOST_RUNS_OF_USAGE,
  }
}
