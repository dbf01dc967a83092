/** The SQL of what decides whether a run may start or go on. */
import { sql } from 'kysely'
import type { ExecutionId, WorkflowId } from '#contract/core/primitives.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'

type OutermostRow = Pick<OwnerRow, 'workflow_id' | 'agent_id' | 'agent_version_id' | 'service_id' | 'trigger'>

/** The run that a person started, around this one. */
export async function findOutermost(db: Queryable, id: ExecutionId): Promise<OutermostRow | null> {
  const { rows } = await sql<OutermostRow>`
    with recursive up as (
      select id, parent_id from executions where id = ${id}
      union all
      select e.id, e.parent_id from up join executions e on e.id = up.parent_id
    )
    select e.workflow_id, e.agent_id, e.agent_version_id, e.service_id, e.trigger
    from up join executions e on e.id = up.id where up.parent_id is null`.execute(db)
  return rows[0] ?? null
}

/** Whether the owner of a workflow is blocked or deactivated: then nothing of theirs runs, for any caller. */
export async function isOfBlockedOwner(db: Queryable, workflow: WorkflowId): Promise<boolean> {
  const { rows } = await sql`
    select from workflows w join users u on u.id = w.owner_id where w.id = ${workflow} and ${mayNotAct}`.execute(db)
  return rows.length > 0
}
