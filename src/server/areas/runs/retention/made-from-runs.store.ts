/** The SQL of what people and agents made from runs: test cases, knowledge, memories. */
import { sql } from 'kysely'
import { deleteDocumentsOfRuns } from '#server/areas/knowledge/knowledge.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const anyOf = (ids: readonly string[]) => sql`any(${sql.val(ids)}::uuid[])`

/** Runs of test cases that were made from these runs: they were given the same input. */
export const runsOfCases = (ids: readonly string[]) => sql`
  select x.id, x.status from workflow_cases c join workflow_evaluations v on v.workflow_id = c.workflow_id
  join workflow_evaluation_results r on r.evaluation_id = v.id and r.kept -> 'input' = c.input
  join executions x on x.id = r.execution_id
  where c.execution_id = ${anyOf(ids)}`

/**
 * Deletes the test cases made from these runs, also from the results of earlier evaluations.
 * @returns the runs of these cases that have ended, which hold the same input
 */
async function deleteCases(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from (${runsOfCases(ids)}) r where r.status in ('succeeded', 'failed', 'cancelled')`.execute(tx)
  await sql`
    with gone as (delete from workflow_cases where execution_id = ${anyOf(ids)} returning workflow_id, input)
    update workflow_evaluation_results r set note = '', kept = jsonb_build_object('name', 'Deleted', 'input', '{}'::jsonb,
      'expected', null, 'scorer', r.kept -> 'scorer')
    from workflow_evaluations v join gone g on g.workflow_id = v.workflow_id
    where r.evaluation_id = v.id and r.kept -> 'input' = g.input`.execute(tx)
  return rows.map((row) => row.id)
}

/** Deletes all of it. @returns the runs of test cases made from these runs, which hold the same input */
export async function deleteMade(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  await deleteDocumentsOfRuns(tx, ids)
  await sql`delete from memory_facts where execution_id = ${anyOf(ids)}`.execute(tx)
  return deleteCases(tx, ids)
}
