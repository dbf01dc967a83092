/** The SQL of the log of edits. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowRole } from '#contract/workflows/workflow-members.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { roleIn } from './members.store.ts'

export interface LoggedRow {
  revision: number
  edit_id: string | null
  step_id: string
  label: string
  undoes: string | null
  /** JSON, as it is kept. */
  operation: string
  inverse: string
  author_id: UserId
  author: string
  created_at: Date
}

/** What was not made in the editor is a step of its own. */
const stepOf = sql`coalesce(o.step_id, 'r' || o.revision)`

/**
 * The first edits after a revision, in their order: at most `limit`, and only so many that their JSON takes no more than `bytes`, but at
 * least one when there is one.
 */
export async function findEdits(
  db: Queryable,
  workflow: WorkflowId,
  after: number,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<LoggedRow[]> {
  const { rows } = await sql<LoggedRow>`
    with sized as (
      select revision, bytes, sum(bytes) over (order by revision) as up_to_here from (
        select revision, bytes from workflow_operations where workflow_id = ${workflow} and revision > ${after}
        order by revision limit ${limit}) next)
    select o.revision, o.edit_id, ${stepOf} as step_id, o.label, o.undoes, o.operation::text as operation,
      o.inverse::text as inverse, o.author_id, u.display_name as author, o.created_at
    from sized s join workflow_operations o on o.workflow_id = ${workflow} and o.revision = s.revision
      join users u on u.id = o.author_id
    where s.up_to_here <= ${bytes} or s.up_to_here = s.bytes order by o.revision`.execute(db)
  return rows
}

export interface StepRow {
  revision: number
  step_id: string
  label: string
  undoes: string | null
  created_at: Date
}

/** The newest edits of one author, oldest first. */
export async function findOwnEdits(
  db: Queryable,
  workflow: WorkflowId,
  author: UserId,
  limit: number,
): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select o.revision, ${stepOf} as step_id, o.label, o.undoes, o.created_at from workflow_operations o
    where o.workflow_id = ${workflow} and o.author_id = ${author} order by o.revision desc limit ${limit}`.execute(db)
  return rows.toReversed()
}

/** Steps that belong to other people. */
export async function findForeignSteps(
  db: Queryable,
  workflow: WorkflowId,
  author: UserId,
  steps: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ step: string }>`
    select distinct ${stepOf} as step from workflow_operations o
    where o.workflow_id = ${workflow} and o.author_id <> ${author} and ${stepOf} = any(${sql.val(steps)}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ step }) => step))
}

export async function hasEdits(db: Queryable, workflow: WorkflowId, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from workflow_operations where workflow_id = ${workflow} and edit_id = any(${sql.val(ids)}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface AccessRow {
  revision: number
  name: string
  archived: boolean
  role: WorkflowRole | null
}

/** A person's role in a workflow now, archived or not. */
export async function findAccess(db: Queryable, workflow: WorkflowId, user: UserId): Promise<AccessRow | null> {
  const { rows } = await sql<AccessRow>`
    select w.revision, w.name, w.archived_at is not null as archived, ${roleIn(user)} as role
    from workflows w where w.id = ${workflow}`.execute(db)
  return rows[0] ?? null
}

/** Sent to current listeners, and not stored. */
export async function notifyChannel(db: Queryable, channel: string, message: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${message})`.execute(db)
}
