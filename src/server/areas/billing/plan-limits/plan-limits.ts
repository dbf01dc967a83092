/**
 * What a plan limits: AI services, bytes of files, calls of API keys in a month of UTC, people in a workspace. Each is counted where it is made, under a lock or in
 * one statement, so a limit holds however many ask at once. Without a plan, or when one has ended, the free limits hold: nothing is
 * deleted for that, what there is too much of only stops growing. Admins run the installation and have no limits.
 */

import { FREE_LIMITS, UNLIMITED_AGENTS } from '#contract/billing/plans.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { countSeats } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './plan-limits.store.ts'

/** Null is unlimited. */
export interface Limits {
  services: number | null
  storage_bytes: number | null
  api_calls: number | null
  /** People in a workspace. */
  seats: number | null
}

export interface HeldPlan {
  plan: { id: string; name: string } | null
  /** An admin, whom no plan limits. */
  exempt: boolean
  limits: Limits
}

const UNLIMITED: Limits = { services: null, storage_bytes: null, api_calls: null, seats: null }

function limitsIn(row: Omit<store.PlanRow, 'services' | 'running' | 'included'>): Limits {
  if (row.exempt) return UNLIMITED
  if (row.plan_id === null) return FREE_LIMITS
  const { agent_limit, storage_bytes, api_calls, seats } = row
  return { services: agent_limit === UNLIMITED_AGENTS ? null : agent_limit, storage_bytes, api_calls, seats }
}

const NOBODY: store.PlanRow = {
  exempt: false,
  plan_id: null,
  plan_name: null,
  agent_limit: null,
  storage_bytes: null,
  api_calls: null,
  seats: null,
  services: 0,
  running: 0,
  included: 0,
  bytes_used: 0,
}

const findPlan = async (db: Queryable, user: UserId, now: Date): Promise<store.PlanRow> =>
  (await store.findPlan(db, user, now)) ?? NOBODY

function present(row: store.PlanRow): HeldPlan {
  const plan = row.plan_id !== null && row.plan_name !== null ? { id: row.plan_id, name: row.plan_name } : null
  return { plan, exempt: row.exempt, limits: limitsIn(row) }
}

/** The plan a user has now, and what it allows. */
export const findPlanLimits = async (db: Queryable, user: UserId, now = new Date()): Promise<HeldPlan> =>
  present(await findPlan(db, user, now))

/** The first day of the month of UTC, `2026-11-01`. */
export const startOfMonth = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`
/** When the count of calls restarts. */
export const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))

export interface Usage {
  /** Those that take a slot of the plan. */
  services: number
  /** Those that come with an agent that was bought. */
  included_services: number
  storage_bytes: number
  api_calls: number
  /** Members of a workspace and those invited; 0 for a person's own account. */
  seats: number
  calls_reset_at: Date
}

/** The same with what is used of it. */
export async function findPlanUse(db: Queryable, user: UserId, now = new Date()): Promise<HeldPlan & { usage: Usage }> {
  const [row, api_calls, seats] = await Promise.all([
    findPlan(db, user, now),
    store.findCalls(db, user, startOfMonth(now)),
    countSeats(db, user),
  ])
  const { services, included: included_services, bytes_used: storage_bytes } = row
  return {
    ...present(row),
    usage: { services, included_services, storage_bytes, api_calls, seats, calls_reset_at: startOfNextMonth(now) },
  }
}

/** What grows by use alone, against what the plan allows of it: in one statement, for the dashboard. */
export async function findMeteredUse(
  db: Queryable,
  user: UserId,
  now: Date,
): Promise<Record<'storage_bytes' | 'api_calls', { used: number; limit: number | null }>> {
  const row = await store.findMetered(db, user, startOfMonth(now), now)
  const { storage_bytes, api_calls } = limitsIn(row ?? NOBODY)
  return {
    storage_bytes: { used: row?.bytes_used ?? 0, limit: storage_bytes },
    api_calls: { used: row?.calls ?? 0, limit: api_calls },
  }
}

/** The limit that is reached, by its name, with what to do. */
export function planLimitError(limit: keyof Limits, message: string): AppError {
  return new AppError('plan_limit', { message, problems: [{ message, field: limit, code: 'plan_limit' }] })
}

const holderOf = ({ plan_name }: store.PlanRow): string =>
  plan_name === null ? 'Without a plan' : `With the ${plan_name} plan`
const amount = (count: number, one: string): string =>
  `${count.toLocaleString('en-IN')} ${one}${count === 1 ? '' : 's'}`

/** Whole megabytes or gigabytes: what does not fit is never written as if it did. */
function sizeText(bytes: number): string {
  const unit = bytes < 1e9 ? 1e6 : 1e9
  return `${(Math.ceil((bytes / unit) * 10) / 10).toLocaleString('en-IN')} ${unit === 1e6 ? 'MB' : 'GB'}`
}

/**
 * Checked before a service is created; the owner must be locked. The first service of an agent that was bought always has a slot.
 * @throws plan_limit (`services`)
 */
export async function checkServices(tx: Queryable, user: UserId, agent: AgentId, now = new Date()): Promise<void> {
  if (await store.hasIncludedSlot(tx, user, agent, { running: false, now })) return
  const held = await findPlan(tx, user, now)
  const { services: most } = limitsIn(held)
  if (most === null || held.services < most) return
  const message = `${holderOf(held)} you can keep ${amount(most, 'AI service')}. Remove one, or choose a larger plan.`
  throw planLimitError('services', message)
}

/**
 * Checked before a paused service is started; the owner must be locked. One service of a bought agent may always run.
 * @throws plan_limit (`services`)
 */
export async function checkRunning(tx: Queryable, user: UserId, agent: AgentId, now = new Date()): Promise<void> {
  if (await store.hasIncludedSlot(tx, user, agent, { running: true, now })) return
  const held = await findPlan(tx, user, now)
  const { services: most } = limitsIn(held)
  if (most === null || held.running < most) return
  const message = `${holderOf(held)} ${amount(most, 'AI service')} can run at a time. Pause one, or choose a larger plan.`
  throw planLimitError('services', message)
}

/**
 * Asked before files are taken in (`more` bytes, when that is known), and once more in the transaction that wrote them down, with 0.
 * @throws plan_limit (`storage_bytes`)
 */
export async function checkStorage(db: Queryable, user: UserId, more = 0, now = new Date()): Promise<void> {
  const held = await findPlan(db, user, now)
  const { storage_bytes: most } = limitsIn(held)
  if (most === null || held.bytes_used + more <= most) return
  const message = `${holderOf(held)} your files can take ${sizeText(most)}. Remove some, or choose a larger plan.`
  throw planLimitError('storage_bytes', message)
}

/**
 * Checked before a person is invited to a workspace or joins it; the workspace must be locked.
 * @param taken how many of its seats are taken besides theirs
 * @throws plan_limit (`seats`)
 */
export async function checkSeats(tx: Queryable, workspace: UserId, taken: number, now = new Date()): Promise<void> {
  const held = await findPlan(tx, workspace, now)
  const { seats: most } = limitsIn(held)
  if (most === null || taken < most) return
  const message = `${holderOf(held)} a workspace can have ${most === 1 ? '1 person' : `${most} people`}, including those you invited. Remove one, or choose a larger plan.`
  throw planLimitError('seats', message)
}

/** What a refused call of an API key is told. */
export function callLimitError(most: number, now: Date): AppError {
  const day = startOfNextMonth(now).toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return planLimitError(
    'api_calls',
    `You’ve used this month’s ${amount(most, 'API call')}. They reset on ${day} (UTC), or choose a larger plan.`,
  )
}
