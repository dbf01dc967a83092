/** The SQL of which files of a run its owner may open. */
import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { type StepViewer, stepsOpenTo } from '#server/areas/workflows/workflows.ts'

/** The expression alone would read every large output; most do not hold the id at all. */
const namesFile = (json: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(strpos(${json}, ${id}::text) > 0 and ${json} ~ ('"file_id"\\s*:\\s*"' || ${id} || '"'))`

/** What a question `w` shows that comes from inside the run, as `questionFor` leaves it out: closed with the steps. */
const ofInput = sql`case when w.wait ->> 'from_input' = 'true' then array['details', 'fields'] else array[]::text[] end`

/**
 * Whether this person may open the file `f` of the statement, which is theirs: one they uploaded; of a run whose steps are open any; of
 * a closed one those that its output or a question to them names as a file. An id alone opens nothing, nor does one within a text, which
 * may be what they answered themselves.
 * @param file what the statement calls it
 */
export function isShownTo(viewer: StepViewer, file: 'f' | 'm' = 'f'): RawBuilder<boolean> {
  const [id, run] = [sql.ref(`${file}.id`), sql.ref(`${file}.execution_id`)]
  return sql`(${run} is null
  or exists (select from executions e where e.id = ${run} and ${stepsOpenTo(viewer)})
  or exists (
    with recursive up as (
      select r.id, r.parent_id, r.output from executions r where r.id = ${run}
      union all
      select r.id, r.parent_id, r.output from up join executions r on r.id = up.parent_id
    )
    select from up where (up.parent_id is null and ${namesFile(sql`up.output::text`, id)})
      or exists (select from execution_waits w where w.execution_id = up.id and w.wait ->> 'type' in ('approval', 'form')
        and ${namesFile(sql`(w.wait - 'state' - 'before' - 'settings' - ${ofInput})::text`, id)})))`
}

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
