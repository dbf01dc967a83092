/** The verbs of recovering failed runs. What each line does is in `work.ts`. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { ExecutionSummary } from '#contract/runs/executions.ts'
import type {
  FailureReason,
  RunRecovery,
  RunRecoveryAction,
  RunRecoveryChoice,
  RunRecoveryPlan,
  RunRecoveryQuery,
} from '#contract/runs/run-recovery.ts'
import { presentSummary, withoutTitle } from '#server/areas/runs/executions/executions.present.ts'
import { findSummaries } from '#server/areas/runs/executions/executions.store.ts'
import type { RepeatDeps } from '#server/areas/runs/executions/repeat.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { checkRecovery, describeRefusal, recoveryObstacle } from './recover-run.ts'
import type { Whose } from './recovery.policy.ts'
import * as store from './recovery.store.ts'

const SHOWN_PROBLEMS = 20

type MayRecover = Grant<'execution.recover', Whose>

export interface Recoverable {
  items: ExecutionSummary[]
  total: number
  limit: number
  offset: number
  reasons: FailureReason[]
}

/** Failed runs that nothing was made from yet, newest first; `total` is counted up to one more than a recovery takes. */
export async function listRecoverable(
  db: Queryable,
  { by, on }: MayRecover,
  query: RunRecoveryQuery,
): Promise<Recoverable> {
  const { limit, offset } = query
  const viewer = viewerOf(by)
  const [ids, total, reasons] = await Promise.all([
    store.findRecoverable(db, { ...query, viewer }, on.owner, { limit, offset }),
    store.countRecoverable(db, { ...query, viewer }, on.owner),
    store.findReasons(db, on.owner, viewer),
  ])
  const rows = await findSummaries(db, ids, viewer)
  const items = rows.map((row) => presentSummary(row))
  return { items: on.owner === null ? items.map(withoutTitle) : items, total, limit, offset, reasons }
}

/** @throws invalid_input unless exactly one of the two ways to choose is used */
async function chosen(
  db: Queryable,
  { by, on }: MayRecover,
  choice: RunRecoveryChoice,
): Promise<{ ids: string[]; more: boolean }> {
  const { execution_ids, filter } = choice
  if ((execution_ids === undefined) === (filter === undefined))
    throw fieldError('execution_ids', 'Send either run IDs or a filter.')
  if (execution_ids !== undefined) return { ids: [...new Set(execution_ids)], more: false }
  const most = SERVER_LIMITS.recovery_runs
  const ids = await store.findRecoverable(db, { ...filter, viewer: viewerOf(by) }, on.owner, {
    limit: most + 1,
    offset: 0,
  })
  return { ids: ids.slice(0, most), more: ids.length > most }
}

const PLANNED_AT_ONCE = 5

/** Why runs cannot be repeated now, by id: access, input, files and the state of agents and services. */
async function refusals(
  deps: RepeatDeps,
  ids: readonly string[],
  action: RunRecoveryAction,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const ask = async (id: string) => {
    try {
      await checkRecovery(deps, id as ExecutionId, action)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      found.set(id, describeRefusal(error))
    }
  }
  for (let at = 0; at < ids.length; at += PLANNED_AT_ONCE)
    await Promise.all(ids.slice(at, at + PLANNED_AT_ONCE).map(ask))
  return found
}

/** What a recovery would keep and repeat. Starts nothing. @throws invalid_input */
export async function planRecovery(
  deps: RepeatDeps,
  grant: MayRecover,
  choice: RunRecoveryChoice,
): Promise<RunRecoveryPlan> {
  const { db } = deps
  const { ids, more } = await chosen(db, grant, choice)
  const rows = new Map((await store.findCosts(db, ids, grant.on.owner)).map((row) => [row.id as string, row]))
  const plan: RunRecoveryPlan = {
    runs: 0,
    kept: { nodes: 0, cost_micros: 0 },
    repeated: { nodes: 0, cost_micros: 0 },
    refused: [],
    more,
  }
  const possible = ids.filter((id) => recoveryObstacle(rows.get(id), choice.action) === null)
  const refused = await refusals(deps, possible, choice.action)
  for (const id of ids) {
    const row = rows.get(id)
    const reason = recoveryObstacle(row, choice.action) ?? refused.get(id) ?? null
    if (row === undefined || reason !== null) {
      plan.refused.push({
        execution_id: id as RunRecoveryPlan['refused'][number]['execution_id'],
        reason: reason ?? '',
      })
      continue
    }
    plan.runs += 1
    const kept = choice.action === 'retry' ? plan.kept : plan.repeated
    kept.nodes += row.kept_nodes
    kept.cost_micros += row.kept_micros
    plan.repeated.nodes += row.lost_nodes
    plan.repeated.cost_micros += row.lost_micros
  }
  return plan
}

/** What one person's recoveries may hold at a time, and how often they start one: what is asked for is worked off in turns with others. */
const MOST_PENDING = SERVER_LIMITS.recovery_runs
const STARTS_AN_HOUR = 60

/**
 * Stores what is to be recovered; `work` then does it. The same key again gives the recovery it began, whatever is chosen now.
 * @throws invalid_input when nothing of what was chosen is the caller's, or none of it failed; limit_reached, too_many_requests
 */
export async function startRecovery(
  db: Database,
  grant: MayRecover,
  choice: RunRecoveryChoice & { key: string; action: RunRecoveryAction },
): Promise<RunRecovery> {
  const { by, owner } = grant.on
  const known = await store.findByKey(db, by, choice.key)
  if (known !== null) return getRecovery(db, grant, known)
  const { ids } = await chosen(db, grant, choice)
  // What is not the caller's is left out here, so that no line can ever touch it.
  const own = await store.findCosts(db, ids, owner)
  if (own.length === 0) throw fieldError('execution_ids', 'This run doesn’t exist.')
  if (!own.some(({ status }) => status === 'failed'))
    throw fieldError('execution_ids', 'Only failed runs can be recovered, and none of these has failed.')
  await enforceRateLimit(
    db,
    [rateLimitFor('recovery', { key: by, shared: false }, STARTS_AN_HOUR)],
    'You’ve started many recoveries',
  )
  const id = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, by)
    // The same request at the same time may have been first.
    const begun = await store.findByKey(tx, by, choice.key)
    if (begun !== null) return begun
    const pending = await store.countPending(tx, by)
    if (pending + own.length > MOST_PENDING)
      throw new AppError('limit_reached', {
        message: `Up to ${MOST_PENDING} of your runs can wait for recovery at a time (waiting: ${pending}, chosen: ${own.length}). Try again in a few minutes.`,
      })
    const recovery = await store.insertRecovery(
      tx,
      by,
      choice,
      own.map((one) => one.id),
    )
    // Runs of other people.
    if (owner === null) {
      const details = { repeat: choice.action, runs: own.length }
      await insertAudit(tx, { actor_id: by, action: grant.action, target_id: recovery, reason: null, details })
    }
    return recovery
  })
  return getRecovery(db, grant, id)
}

/** @throws not_found, also for another user's */
export async function getRecovery(db: Queryable, { by, on }: MayRecover, id: string): Promise<RunRecovery> {
  const row = await store.findRecovery(db, on.by, id)
  if (row === null) throw new AppError('not_found')
  const problems = row.refused + row.failed === 0 ? [] : await store.findProblems(db, id, viewerOf(by), SHOWN_PROBLEMS)
  return {
    ...row,
    problems: problems.map((one) => ({ ...one, reason: one.reason ?? 'It failed again.' })),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
