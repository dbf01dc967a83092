/** The SQL of deleting runs at their owner's request. */
import { sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { deleteMade, runsOfCases } from '#server/areas/runs/retention/made-from-runs.store.ts'
import { deleteRuns } from '#server/areas/runs/retention/retention.store.ts'
import { editsWorkflow } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'

export type DeletableRow = Pick<OwnerRow, 'id' | 'status' | 'owner_id' | 'run_token_hash' | 'of_bench'> & {
  is_child: boolean
  started_by_id: UserId | null
  /** A test case made from it is being run. */
  has_cases_under_way: boolean
  /** A run that it started, however deep, has not ended. */
  has_runs_under_way: boolean
}

const anyOf = (ids: readonly string[]) => sql`any(${sql.val(ids)}::uuid[])`

const UNDER_WAY = sql`('queued', 'running', 'waiting', 'paused')`

/** The ids of the runs and of every run they started, however deep. */
const treeOf = (ids: readonly string[]) => sql`
  with recursive down as (
    select id, status from executions where id = ${anyOf(ids)}
    union all
    select e.id, e.status from down join executions e on e.parent_id = down.id
  )
  select id, status from down`

/** Locked until the transaction ends, so that two requests cannot delete it at once. An ended run starts no others. */
export async function lockDeletable(tx: Queryable, id: ExecutionId): Promise<DeletableRow | null> {
  const { rows } = await sql<DeletableRow>`
    select e.id, e.status, e.owner_id, e.run_token_hash, is_of_bench(e.id) as of_bench, e.started_by as started_by_id,
      e.parent_id is not null as is_child,
      exists (select from (${treeOf([id])}) t where t.id <> e.id and t.status in ${UNDER_WAY}) as has_runs_under_way,
      exists (select from (${runsOfCases([id])}) r where r.status in ${UNDER_WAY}) as has_cases_under_way
    from executions e where e.id = ${id} for update of e`.execute(tx)
  return rows[0] ?? null
}

async function findTree(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct id from (${treeOf(ids)}) t`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Pinned test data that is an output of these runs, unchanged or before an edit. Those who may not edit the workflow
 * pinned nothing: the data of its owner may be equal and is not theirs to delete.
 */
async function deletePins(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`
    delete from workflow_pins p using executions e join node_runs r on r.execution_id = e.id
    where e.id = any(${sql.val(ids)}::uuid[]) and p.workflow_id = e.workflow_id and p.node_id = r.node_id and r.output is not null
      and ${editsWorkflow(sql`e.owner_id`)}
      and (p.output::jsonb = r.output::jsonb or p.before::jsonb -> 'output' = r.output::jsonb)`.execute(tx)
}

/** Where other tables name the run: failures to tell, lines of recoveries, runs of widgets, notes of evaluations. */
async function deleteMentions(tx: Queryable, ids: readonly string[]): Promise<void> {
  const gone = anyOf(ids)
  await sql`delete from failures where execution_id = ${gone}`.execute(tx)
  await sql`delete from recovery_items where execution_id = ${gone} and status <> 'pending'`.execute(tx)
  await sql`delete from service_widget_runs where execution_id = ${gone}`.execute(tx)
  await sql`update workflow_evaluation_results set note = '' where execution_id = ${gone}`.execute(tx)
}

/**
 * Removes these runs, the runs they started and everything that was made of them or quotes them. Charges, sales and the audit log name
 * their ids only.
 */
export async function deleteTrees(tx: Queryable, roots: readonly ExecutionId[]): Promise<void> {
  const ids = new Set<string>()
  for (let next: string[] = [...roots]; next.length > 0; ) {
    const tree = await findTree(tx, next)
    for (const id of tree) ids.add(id)
    next = (await deleteMade(tx, tree)).filter((id) => !ids.has(id))
  }
  const all = [...ids]
  await deletePins(tx, all)
  await deleteMentions(tx, all)
  await deleteRuns(tx, all)
}

/** Whether what had this id was deleted in this account. */
export async function wasDeleted(db: Queryable, account: UserId, action: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where target_id = ${id} and action = ${action} and details ->> 'account' = ${account} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
