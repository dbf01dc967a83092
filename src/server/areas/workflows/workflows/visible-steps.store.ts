/** The SQL of who may look inside the steps of a run. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents/is-listed.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Who looks: a person, everybody at once for `all`, the owner of each run for `owner`; null is a visitor. */
export type StepViewer = UserId | 'all' | 'owner' | null

/** Whether this person owns or shares the workflow of the run `e` of the statement. */
export const worksOnWorkflow = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from workflows o where o.id = e.workflow_id and (o.owner_id = ${person}
    or exists (select 1 from workflow_members m where m.workflow_id = o.id and m.user_id = ${person})))`

/**
 * Whether the steps of the run `e` of the statement are open: to those who own or share the workflow that ran, and to everybody
 * where the agent version that ran lists its workflow as open, for as long as the agent shows its workflow to everybody. A run
 * started by a step belongs to no agent, so it follows its own workflow.
 */
export function stepsOpenTo(viewer: StepViewer): RawBuilder<boolean> {
  if (viewer === 'all') return sql`true`
  const person = viewer === 'owner' ? sql`e.owner_id` : sql`${viewer}::uuid`
  return sql`(${worksOnWorkflow(person)}
    or exists (select 1 from agent_versions l join agents a on a.id = l.agent_id join agent_versions c on c.id = a.current_version_id
      where l.id = e.agent_version_id and l.listing @> '{"workflow_open": true}' and c.listing @> '{"workflow_open": true}'
        and ${publicStatus} in ('published', 'deprecated')))`
}

/** What people are told of a failed step they may not look into. */
export const CLOSED_FAILURE = 'A step of this workflow failed. The owner of the workflow keeps the details private.'

/** The message of the error of the run `e`, as this viewer may read it. */
export const errorMessageFor = (viewer: StepViewer): RawBuilder<string | null> =>
  sql`case when e.error ->> 'node_id' is null or ${stepsOpenTo(viewer)} then e.error ->> 'message' else ${CLOSED_FAILURE} end`

/** What the workflow `w` of the run `e` is called now, for this viewer: a name is as private as the steps. Null where it is gone. */
export const workflowNameFor = (viewer: StepViewer): RawBuilder<string | null> =>
  sql`case when ${stepsOpenTo(viewer)} then w.name when w.id is not null then 'Private workflow' end`

export interface StepsRow {
  open: boolean
  /** A step of another run started it. */
  is_child: boolean
  document: unknown
}

export async function findSteps(db: Queryable, id: ExecutionId, viewer: StepViewer): Promise<StepsRow | null> {
  const { rows } = await sql<StepsRow>`
    select ${stepsOpenTo(viewer)} as open, e.parent_id is not null as is_child, v.document
    from executions e left join workflow_versions v on v.id = e.workflow_version_id where e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * What went in and came out, which whoever sees a run sees. Null for a run that a step started: what it was given and gave back is
 * between the steps of the run around it.
 */
export async function findInAndOut(
  db: Queryable,
  id: ExecutionId,
): Promise<{ input: unknown; output: unknown } | null> {
  const { rows } = await sql<{ input: unknown; output: unknown }>`
    select input, output from executions where id = ${id} and parent_id is null`.execute(db)
  return rows[0] ?? null
}
