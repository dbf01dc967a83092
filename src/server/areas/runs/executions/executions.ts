/** The verbs of reading executions. Running and steering them is the engine's. */
import type { Ability } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { jsonAsWritten } from '#contract/core/json-text.ts'
import type { ExecutionId, Json, UserId } from '#contract/core/primitives.ts'
import type { Execution, ExecutionQuery, ExecutionSummary, FreeRuns } from '#contract/runs/executions.ts'
import type { RunCharge } from '#contract/runs/run-details.ts'
import { findAcceptance, findCharge, presentAcceptance, sumSpentInside } from '#server/areas/billing/billing.ts'
import { withResults } from '#server/areas/runs/result-lines/result-lines.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { deleteAbility } from './deletion.policy.ts'
import { acceptAbility, isContentHidden, isSharedReader, mayAudit, mayReadExecution } from './executions.policy.ts'
import {
  presentExecution,
  presentSharedRun,
  presentSummary,
  summaryWithoutContent,
  withoutContent,
  withoutMessages,
  withoutTitle,
} from './executions.present.ts'
import * as store from './executions.store.ts'
import { roleInWorkflow } from './may-run.ts'
import { findNodeOutput } from './outputs.store.ts'
import { findQueuePlace } from './queue.ts'
import { countRuns } from './quota.store.ts'
import { type OpenOutput, readValues } from './values.ts'
import { findSteps } from './visible-steps.store.ts'

/** Newest first; `total` is counted up to 10,000. */
export async function listExecutions(
  db: Queryable,
  grant: Grant<'execution.list', UserId | null>,
  query: ExecutionQuery,
): Promise<{ items: ExecutionSummary[]; total: number; limit: number; offset: number }> {
  const viewed = isViewed(grant.by)
  // Of a search the hits alone would tell what titles say.
  const filters = viewed ? { ...query, overseen: true as const } : query
  const [rows, total] = await Promise.all([
    store.findExecutions(db, filters, grant.on, viewerOf(grant.by)),
    store.countExecutions(db, filters, grant.on),
  ])
  const items = rows.map((row) => presentSummary(row))
  const own = async () => (query.results === undefined ? items : withResults(db, items))
  const shown = viewed ? items.map(summaryWithoutContent) : grant.on === null ? items.map(withoutTitle) : await own()
  return { items: shown, total, limit: query.limit, offset: query.offset }
}

/** Runs left today for a visitor without an account. */
export async function getFreeRuns(db: Queryable, caller: Caller): Promise<FreeRuns> {
  if (caller.type === 'user') return { limit: null, remaining: null }
  const { visitor_runs_per_day: limit } = await readLimits(db)
  return { limit, remaining: Math.max(0, limit - (await countRuns(db, caller.key))) }
}

/**
 * One execution with its nodes, whether it is seen because it was shared, and whether its record has the opening. Outputs too large for their rows are left out (`stored`) and asked for one by one.
 * To a super admin looking at a run of another account, and to an admin who sees Chowk as its owner, it is shown without what went in and
 * came out.
 * @param opening how the record names this opening; null where nothing is opened
 * @throws not_found, also for a foreign one
 */
export async function getExecution(
  db: Queryable,
  caller: Caller,
  runToken: string | null,
  id: ExecutionId,
  open: OpenOutput,
  opening: string | null,
): Promise<{ run: Execution; isShared: boolean; isNoted: boolean }> {
  const { on: row } = mayReadExecution(caller, runToken, await store.findExecution(db, id, viewerOf(caller), opening))
  const assembled = await assemble(db, row, {
    ...{ open, hidden: isContentHidden(caller, runToken, row), deletable: deleteAbility(caller, runToken, row) },
    roleIn: () => roleInWorkflow(db, caller, row.workflow_id),
    mayAudit: mayAudit(caller, row),
    mayAccept: acceptAbility(caller, row),
    isOwn: caller.type === 'user' && caller.id === row.owner_id && caller.permissions.has('workflows.create'),
  })
  const run = isViewed(caller) ? withoutMessages(assembled) : assembled
  const isShared = isSharedReader(caller, row)
  return { run: isShared ? presentSharedRun(run) : run, isShared, isNoted: row.opening_noted }
}

/** What a run costs, with what was decided about its result. */
async function findRunCharge(
  db: Queryable,
  id: ExecutionId,
  { mayAccept, hidden }: { mayAccept: Ability; hidden: boolean },
): Promise<RunCharge | null> {
  const [charge, row] = await Promise.all([findCharge(db, id), findAcceptance(db, id)])
  const acceptance = presentAcceptance(row, mayAccept)
  return charge && { ...charge, acceptance: acceptance && hidden ? { ...acceptance, note: '' } : acceptance }
}

/** The run of a row, as far as the row says that its reader may look. @param hidden leaves out what went in and came out */
export async function assemble(
  db: Queryable,
  row: store.DetailRow,
  reader: {
    open: OpenOutput
    hidden: boolean
    /** What its reader is to its workflow. */
    roleIn: () => Promise<'owner' | 'editor' | null>
    /** It is their own, and they may make workflows. */
    isOwn: boolean
    mayAudit: boolean
    deletable: Ability
    /** What the right of a member allows; acceptance asks the state of its charge as well. */
    mayAccept: Ability
  },
): Promise<Execution> {
  const { open, hidden, mayAccept, roleIn, isOwn, ...abilities } = reader
  const { id } = row
  const [role, values, nodes, waits, queue, charge, inside_paise] = await Promise.all([
    roleIn(),
    hidden ? { input: null, output: null } : readValues(db, id, open),
    store.findNodeRuns(db, id, { outputs: row.steps_open && !hidden, logs: row.logs_open && !hidden }),
    store.findOpenWaits(db, id),
    row.status === 'queued' ? findQueuePlace(db, id) : null,
    row.agent_id === null ? null : findRunCharge(db, id, { mayAccept, hidden }),
    sumSpentInside(db, id),
  ])
  const run = await presentExecution(row, nodes, waits, {
    ...{ ...values, queue, charge, inside_paise, ...abilities },
    ...{ mayEdit: role !== null, mayMakeCase: role === 'owner' && isOwn },
  })
  return hidden ? withoutContent(run) : run
}

/**
 * What one node gave, whole.
 * @param open opens an output that was too large for its row; null when it is gone
 * @throws not_found, also for a step the caller may not look into
 */
export async function getNodeOutput(
  db: Queryable,
  { by, on: { id } }: Grant<'execution.read', store.OwnerRow>,
  { node_id, iteration }: { node_id: string; iteration: string },
  open: OpenOutput,
): Promise<{ output: Json }> {
  const [steps, row] = await Promise.all([findSteps(db, id, viewerOf(by)), findNodeOutput(db, id, node_id, iteration)])
  if (!steps?.open || row === null) throw new AppError('not_found')
  return { output: jsonAsWritten(row.stored === null ? row.output : await open(row.stored)) }
}
