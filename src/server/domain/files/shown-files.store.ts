/** The SQL of which files of a run its owner may open. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/primitives.ts'
import { type StepViewer, stepsOpenTo } from '#server/domain/executions/visible-steps.store.ts'

/**
 * Whether this person may open the file `f` of the statement, which is theirs: one they uploaded; of a run whose steps are open any; of
 * a closed one those that its output or a question to them names. The ids of files that steps write can be guessed, so an id alone
 * opens nothing.
 */
export const isShownTo = (viewer: StepViewer): RawBuilder<boolean> => sql`(f.execution_id is null
  or exists (select from executions e where e.id = f.execution_id and ${stepsOpenTo(viewer)})
  or exists (
    with recursive up as (
      select r.id, r.parent_id, r.output from executions r where r.id = f.execution_id
      union all
      select r.id, r.parent_id, r.output from up join executions r on r.id = up.parent_id
    )
    select from up where (up.parent_id is null and strpos(up.output::text, f.id::text) > 0)
      or exists (select from execution_waits w where w.execution_id = up.id and w.wait ->> 'type' in ('approval', 'form')
        and strpos((w.wait - 'state')::text, f.id::text) > 0)))`

/**
 * Whether a step of this run may read the file `f` of the statement: one that the run's owner may open, or one that was made in the same
 * tree of runs or in the run it was repeated from. The owner alone is not enough: a workflow of the buyer would read what the steps of a
 * closed workflow made for them.
 */
export const isReadableIn = (run: ExecutionId | null, owner: StepViewer): RawBuilder<boolean> =>
  run === null
    ? isShownTo(owner)
    : sql`(f.execution_id = ${run} or ${isShownTo(owner)} or exists (
  with recursive near as (
    select r.id, r.parent_id, r.source_id from executions r where r.id = ${run}
    union
    select r.id, r.parent_id, r.source_id from near join executions r on r.id in (near.parent_id, near.source_id)
  ), up as (
    select r.id, r.parent_id from executions r where r.id = f.execution_id
    union all
    select r.id, r.parent_id from up join executions r on r.id = up.parent_id
  )
  select from up join near on near.id = up.id))`
