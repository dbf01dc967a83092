/** The SQL of what a run shows to people who may not look inside its steps. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { type StepViewer, stepsOpenTo } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** What people are told of a failed step they may not look into. */
export const CLOSED_FAILURE = 'A step of this workflow failed. The owner of the workflow keeps the details private.'

/** The message of the error of the run `e`, as this viewer may read it. */
export const errorMessageFor = (viewer: StepViewer): RawBuilder<string | null> =>
  sql`case when e.error ->> 'node_id' is null or starts_with(e.error ->> 'code', 'account_') or ${stepsOpenTo(viewer)} then e.error ->> 'message' else ${CLOSED_FAILURE} end`

/** What the workflow `w` of the run `e` is called now, for this viewer: a name is as private as the steps. Null where it is gone. */
export const workflowNameFor = (viewer: StepViewer): RawBuilder<string | null> =>
  sql`case when ${stepsOpenTo(viewer)} then w.name when w.id is not null then 'Private workflow' end`

export interface StepsRow {
  open: boolean
  /** A step of another run started it. */
  is_child: boolean
}

export async function findSteps(db: Queryable, id: ExecutionId, viewer: StepViewer): Promise<StepsRow | null> {
  const { rows } = await sql<StepsRow>`
    select ${stepsOpenTo(viewer)} as open, e.parent_id is not null as is_child from executions e where e.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The document of the version that ran. */
export async function findRunDocument(db: Queryable, id: ExecutionId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`
    select v.document from executions e join workflow_versions v on v.id = e.workflow_version_id where e.id = ${id}`.execute(
    db,
  )
  return rows[0]?.document
}

/**
 * Input and output, visible to anyone who can see the run. Null for a run started by a step: its input and output
 * belong to the steps of the parent run.
 */
export async function findInAndOut(
  db: Queryable,
  id: ExecutionId,
): Promise<{ input: unknown; output: unknown } | null> {
  const { rows } = await sql<{ input: unknown; output: unknown }>`
    select input, output from executions where id = ${id} and parent_id is null`.execute(db)
  return rows[0] ?? null
}
