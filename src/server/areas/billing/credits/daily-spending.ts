/** What runs cost day by day, by the services and agents that cost most, and what they cost in as many days before. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { DailySpending } from '#contract/billing/credits.ts'
import { dayInIndia, dayStartInIndia } from '#contract/india/time.ts'
import type { OwnMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './daily-spending.store.ts'

/** Colours of a chart that are told apart at one look. The others are one part. */
const MOST_PARTS = 5

/** Members who may not see the bills get what their own runs cost. @param days until today, in India */
export async function getDailySpending(
  db: Queryable,
  { on: account, by }: OwnMoney,
  days: number,
  now = new Date(),
): Promise<DailySpending> {
  const workspace = by.type === 'user' ? by.workspace : undefined
  const member = workspace && !mayIn(workspace.role, 'bills') ? workspace.person_id : null
  const until = new Date(dayStartInIndia(now).getTime() + DAY_MS)
  const from = new Date(until.getTime() - days * DAY_MS)
  const before = new Date(from.getTime() - days * DAY_MS)
  const [rows, before_paise] = await Promise.all([
    store.findDays(db, { account, from, until }, member, MOST_PARTS),
    store.sumSpent(db, { account, from: before, until: from }, member),
  ])
  const sums = new Map<string | null, number>()
  for (const { part, paise } of rows) sums.set(part, (sums.get(part) ?? 0) + paise)
  const ids = [...sums.keys()].filter((id) => id !== null).sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0))
  const order: readonly (string | null)[] = sums.has(null) ? [...ids, null] : ids
  const known = new Map((ids.length === 0 ? [] : await store.findParts(db, ids)).map((one) => [one.id, one]))
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    days,
    from: dayInIndia(from),
    until: dayInIndia(new Date(until.getTime() - DAY_MS)),
    spent_paise: [...sums.values()].reduce((sum, paise) => sum + paise, 0),
    before: {
      from: dayInIndia(before),
      until: dayInIndia(new Date(from.getTime() - DAY_MS)),
      spent_paise: before_paise,
    },
    parts: order.map((id) => ({
      // What is not known any more was a service: agents that were paid for are kept.
      kind: id === null ? ('rest' as const) : (known.get(id)?.kind ?? ('service' as const)),
      id,
      name: id === null ? null : (known.get(id)?.name ?? null),
      spent_paise: sums.get(id) ?? 0,
    })),
    by_day: Array.from({ length: days }, (_, at) => {
      const day = dayInIndia(new Date(from.getTime() + at * DAY_MS))
      const of = new Map((byDay.get(day) ?? []).map(({ part, paise }) => [part, paise]))
      return { day, parts_paise: order.map((id) => of.get(id) ?? 0) }
    }),
  }
}
