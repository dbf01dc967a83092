/** The SQL of trying drafts: the earlier run that data is taken from, the version that is tried, and what runs took. */
import { sql } from 'kysely'
import type { ExecutionId, Json, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SourceRow {
  id: ExecutionId
  input: Json
  /** The version it ran. */
  document: unknown
  created_at: Date
}

const source = sql`e.id, e.input, v.document, e.created_at from executions e
  join workflow_versions v on v.id = e.workflow_version_id`
const usable = sql`e.parent_id is null and e.payload_removed_at is null and e.trigger <> 'bench'`

/** A run of this workflow by this person whose data is still there. */
export async function findSource(
  db: Queryable,
  { workflow, owner, id }: { workflow: WorkflowId; owner: UserId; id: ExecutionId },
): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`select ${source}
    where e.id = ${id} and e.workflow_id = ${workflow} and e.owner_id = ${owner} and ${usable}`.execute(db)
  return rows[0] ?? null
}

/** The newest test of this workflow by this person. */
export async function findNewestTest(db: Queryable, workflow: WorkflowId, owner: UserId): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`select ${source}
    where e.workflow_id = ${workflow} and e.owner_id = ${owner} and e.test is not null and ${usable}
    order by e.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface TakenRow {
  execution_id: ExecutionId
  node_id: string
  ms: number
  cost_micros: number
}

/**
 * How long the nodes of the newest runs of a workflow took, and what models cost in them. Runs of the whole workflow alone, by
 * anybody, without agents' runs; nodes that did not run in them (pinned, taken over) are left out.
 */
export async function findTaken(db: Queryable, workflow: WorkflowId, runs: number): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select n.execution_id, n.node_id,
      coalesce(sum(extract(epoch from n.finished_at - n.started_at) * 1000) filter (where n.iteration = ''), 0)::float8 as ms,
      coalesce(sum((select sum((u ->> 'cost_micros')::bigint) from jsonb_array_elements(n.usage) u)), 0)::float8 as cost_micros
    from (
      select e.id from executions e where e.workflow_id = ${workflow} and e.status = 'succeeded' and e.parent_id is null
        and e.payload_removed_at is null and (e.test is null or e.test -> 'of' ->> 'mode' = 'all')
      order by e.created_at desc limit ${runs}
    ) r join node_runs n on n.execution_id = r.id
    where n.origin is null and n.status <> 'skipped' group by n.execution_id, n.node_id`.execute(db)
  return rows
}
