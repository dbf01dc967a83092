/** What a signed-in user sees first. */
import type { DashboardStats } from '#contract/dashboard.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Caller } from '#server/domain/caller.ts'
import { mayListExecutions } from '#server/domain/executions/executions.policy.ts'
import { presentSummary } from '#server/domain/executions/executions.present.ts'
import { findExecutions } from '#server/domain/executions/executions.store.ts'
import { findAttention, findFigures } from './dashboard.store.ts'

const RECENT = 5
const ATTENTION = 10

/** The caller's own figures, what needs attention, and the latest runs. @throws unauthenticated */
export async function getDashboard(db: Queryable, caller: Caller): Promise<DashboardStats> {
  const owner = mayListExecutions(caller, 'own').on
  if (owner === null) throw new Error('an own list has an owner')
  const [figures, attention, recent] = await Promise.all([
    findFigures(db, owner),
    findAttention(db, owner, ATTENTION),
    findExecutions(db, { limit: RECENT, offset: 0 }, owner),
  ])
  const ended = figures.failed_7_days + figures.succeeded_7_days
  return {
    runs: {
      total: figures.total,
      last_7_days: figures.last_7_days,
      unfinished: figures.unfinished,
      failed_7_days: figures.failed_7_days,
      success_rate: ended === 0 ? null : figures.succeeded_7_days / ended,
    },
    services: { total: figures.services, running: figures.services_running },
    workflows: { total: figures.workflows },
    attention: attention.map((row) => ({ ...row, at: row.at.toISOString() })),
    recent: recent.map(presentSummary),
  }
}
