/** The verbs of reading executions. Running and steering them is the engine's. */
import type { Execution, ExecutionQuery, ExecutionSummary, FreeRuns } from '#contract/executions.ts'
import { SERVER_LIMITS } from '#contract/limits.ts'
import type { ExecutionId, UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Caller } from '#server/domain/caller.ts'
import type { Grant } from '#server/domain/grant.ts'
import { maySeeExecution } from './executions.policy.ts'
import { presentExecution, presentSummary } from './executions.present.ts'
import * as store from './executions.store.ts'
import { countRuns } from './quota.store.ts'

/** Newest first; `total` is counted up to 10,000. */
export async function listExecutions(
  db: Queryable,
  grant: Grant<'execution.list', UserId | null>,
  query: ExecutionQuery,
): Promise<{ items: ExecutionSummary[]; total: number; limit: number; offset: number }> {
  const [rows, total] = await Promise.all([
    store.findExecutions(db, query, grant.on),
    store.countExecutions(db, query, grant.on),
  ])
  return { items: rows.map(presentSummary), total, limit: query.limit, offset: query.offset }
}

/** How many runs are left today to somebody without an account. */
export async function getFreeRuns(db: Queryable, caller: Caller): Promise<FreeRuns> {
  if (caller.type === 'user') return { limit: null, remaining: null }
  const limit = SERVER_LIMITS.visitor_runs_per_day
  return { limit, remaining: Math.max(0, limit - (await countRuns(db, caller.key))) }
}

/**
 * One execution with its nodes.
 * @param withOutputs puts outputs that were too large for their rows in their places
 * @throws not_found, also for a foreign one
 */
export async function getExecution(
  db: Queryable,
  caller: Caller,
  runToken: string | null,
  id: ExecutionId,
  withOutputs: (rows: store.NodeRow[]) => Promise<store.NodeRow[]> = async (rows) => rows,
): Promise<Execution> {
  const { on: row } = maySeeExecution(caller, runToken, await store.findExecution(db, id))
  const [nodes, waits] = await Promise.all([store.findNodeRuns(db, id), store.findOpenWaits(db, id)])
  return presentExecution(row, await withOutputs(nodes), waits)
}
