/** The SQL of who works on a workflow: its owner, editors and viewers. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/primitives.ts'
import type { WorkflowRole } from '#contract/workflow-members.ts'
import type { Queryable } from '#server/database/database.ts'

/** That this person may read the workflow `w` of the statement. */
export const readableBy = (user: UserId): RawBuilder<unknown> => sql`(w.archived_at is null and (w.owner_id = ${user}
  or exists (select 1 from workflow_members m where m.workflow_id = w.id and m.user_id = ${user})))`

/** The role of this person in the workflow `w` of the statement; null for a stranger. */
export const roleIn = (user: UserId): RawBuilder<unknown> => sql`case when w.owner_id = ${user} then 'owner'
  else (select m.role from workflow_members m where m.workflow_id = w.id and m.user_id = ${user}) end`

/** What this person is to the workflow; null for a stranger, and where there is none or it is archived. */
export async function memberRole(db: Queryable, workflow: WorkflowId, user: UserId): Promise<WorkflowRole | null> {
  const { rows } = await sql<{ role: WorkflowRole | null }>`
    select ${roleIn(user)} as role from workflows w where w.id = ${workflow} and w.archived_at is null`.execute(db)
  return rows[0]?.role ?? null
}
