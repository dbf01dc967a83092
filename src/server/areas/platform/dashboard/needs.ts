/** What waits for the person who looks, besides their runs: the facts, and which of them is most urgent. */

import { mayIn, type WorkspaceRight } from '#contract/accounts/workspace-values.ts'
import type { DashboardStats, NeedKind } from '#contract/platform/dashboard.ts'
import { findMeteredUse, LOW_PAISE, leftInMonth, sumSpentToday } from '#server/areas/billing/billing.ts'
import { countToReview, type ReadFew } from '#server/areas/runs/runs.ts'
import { memberOf, personBehind, type UserCaller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { type AttentionRow, findNeeds, type NeedsRow } from './dashboard.store.ts'

type Limit = DashboardStats['needs']['limits'][number]
export type UsedWays = Record<'batch' | 'schedule' | 'program', boolean>

/** Of a limit; from there on it is told. */
const NEARLY = 0.8

export interface Needs {
  row: NeedsRow
  reviews: number
  preparing: boolean
  limits: Limit[]
  used: UsedWays
}

const limitOf = (kind: Limit['kind'], used: number, limit: number | null): Limit[] =>
  limit === null || used < limit * NEARLY ? [] : [{ kind, used, limit, reached: used >= limit }]

/** Only where runs cost something: without credits everything else works. */
function creditsOf({ balance_paise, low_paise, pays_for_runs }: NeedsRow): Limit[] {
  const limit = low_paise ?? LOW_PAISE
  if (!pays_for_runs || balance_paise >= limit) return []
  return [{ kind: 'credits', used: Math.max(0, balance_paise), limit, reached: balance_paise <= 0 }]
}

/** What the account may use, for who can change it, and what a member may spend, for the member. */
async function findLimits(
  db: Database,
  { user, pays, facts }: { user: UserCaller; pays: boolean; facts: Promise<NeedsRow> },
): Promise<Limit[]> {
  const now = new Date()
  const owner = user.id
  const [row, metered] = await Promise.all([facts, pays ? findMeteredUse(db, owner, now) : null])
  const member = memberOf(user)
  const { day_cap_paise: day, member_cap_paise: month } = row
  const [today, left] = await Promise.all([
    pays && day !== null ? sumSpentToday(db, owner, now) : 0,
    month !== null && member !== null ? leftInMonth(db, { buyer: owner, member, now }) : null,
  ])
  return [
    ...(pays ? creditsOf(row) : []),
    ...(pays ? limitOf('day', today, day) : []),
    ...(month !== null && left !== null ? limitOf('member', month - left, month) : []),
    ...(metered ? limitOf('api_calls', metered.api_calls.used, metered.api_calls.limit) : []),
    ...(metered ? limitOf('storage', metered.storage_bytes.used, metered.storage_bytes.limit) : []),
  ]
}

/** A job reads the results of workspaces; those of a person's own account are read here, a few at each look. */
async function findReviews(
  db: Database,
  user: UserCaller,
  readFew: ReadFew,
): Promise<Pick<Needs, 'reviews' | 'preparing'>> {
  const preparing = user.workspace === undefined && (await readFew(user.id))
  return { reviews: await countToReview(db, { owner: user.id, person: personBehind(user) }), preparing }
}

/** What waits that this person may settle. */
export async function getNeeds(db: Database, user: UserCaller, readFew: ReadFew): Promise<Needs> {
  const may = (right: WorkspaceRight) => user.workspace === undefined || mayIn(user.workspace.role, right)
  const pays = may('pay')
  const facts = findNeeds(db, { owner: user.id, person: personBehind(user), pays })
  const [row, limits, { reviews, preparing }] = await Promise.all([
    facts,
    findLimits(db, { user, pays, facts }),
    may('review') ? findReviews(db, user, readFew) : { reviews: 0, preparing: false },
  ])
  const { batch, schedule, program } = row
  return { row, limits, reviews, preparing, used: { batch, schedule, program } }
}

interface Others {
  attention: readonly Pick<AttentionRow, 'type'>[]
  agent_failures: readonly unknown[] | null
  role_requests: { total: number } | null
}

/** Money and what is refused comes first, then what waits for an answer, then what failed; work that may wait is last. */
function orderOf({ row, limits, reviews }: Needs, others: Others): NeedKind[] {
  const isSoon = row.until !== null && row.until.getTime() < Date.now() + DAY_MS
  const kinds: [NeedKind, boolean][] = [
    ['payment', row.payment !== null],
    ['limits_reached', limits.some(({ reached }) => reached)],
    ['orders', row.orders.length > 0],
    ['acceptance', isSoon],
    ['questions', others.attention.some(({ type }) => type !== 'failed')],
    ['acceptance', row.until !== null && !isSoon],
    ['reconnect', row.reconnect.length > 0],
    ['failed', others.attention.some(({ type }) => type === 'failed')],
    ['agent_failures', (others.agent_failures?.length ?? 0) > 0],
    ['reviews', reviews > 0],
    ['limits_near', limits.some(({ reached }) => !reached)],
    ['role_requests', (others.role_requests?.total ?? 0) > 0],
  ]
  return kinds.filter(([, is]) => is).map(([kind]) => kind)
}

export function presentNeeds(needs: Needs, others: Others): DashboardStats['needs'] {
  const { results, price_paise, until, reconnect, payment, orders } = needs.row
  return {
    reviews: needs.reviews,
    preparing: needs.preparing,
    acceptance: until === null ? null : { results, price_paise, until: until.toISOString() },
    reconnect,
    payment,
    orders,
    limits: needs.limits,
    order: orderOf(needs, others),
  }
}
