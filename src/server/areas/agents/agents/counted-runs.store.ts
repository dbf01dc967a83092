/** Which runs of an agent its figures are made of. */
import { sql } from 'kysely'

/**
 * Whether the run `e` counts as use of its agent: one that a person started, or one inside another run that was paid for, with credits, a
 * purchase or a trial run. A call of a free agent does not count: a loop could make any number of them. Neither does one inside a case of a
 * bench. Whether `e` itself is such a case is asked apart.
 */
export const countsAsUse = sql.raw(`(e.parent_id is null or exists (
  select from charges paying join executions outermost on outermost.id = paying.root_execution_id
  where paying.execution_id = e.id and paying.kind <> 'models' and outermost.trigger <> 'bench'))`)
