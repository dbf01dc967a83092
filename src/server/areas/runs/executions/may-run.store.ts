/** The SQL of what decides whether a run may start or go on. */
import { sql } from 'kysely'
import type { ExecutionId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'

type ChainRow = Pick<OwnerRow, 'id' | 'workflow_id' | 'agent_id' | 'agent_version_id' | 'service_id' | 'trigger'> & {
  workflow_owner_id: UserId | null
  started_by: UserId | null
}

/** A run and the runs around it, the one that the person started last. */
export async function findChain(db: Queryable, id: ExecutionId): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    with recursive up as (
      select id, parent_id, 0 as level from executions where id = ${id}
      union all
      select e.id, e.parent_id, up.level + 1 from up join executions e on e.id = up.parent_id
    )
    select e.id, e.workflow_id, e.agent_id, e.agent_version_id, e.service_id, e.trigger, e.started_by, w.owner_id as workflow_owner_id
    from up join executions e on e.id = up.id left join workflows w on w.id = e.workflow_id order by up.level`.execute(
    db,
  )
  return rows
}

/** Whether the owner of a workflow is blocked or deactivated: then nothing of theirs runs, for any caller. */
export async function isOfBlockedOwner(db: Queryable, workflow: WorkflowId): Promise<boolean> {
  const { rows } = await sql`
    select from workflows w join users u on u.id = w.owner_id where w.id = ${workflow} and ${mayNotAct}`.execute(db)
  return rows.length > 0
}
