/** The SQL of test cases and of how versions did with them. Whoever asks has been found to sell the agent. */
import { sql } from 'kysely'
import type { AgentId, WorkflowVersionId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

/** The newest score of this version of the workflow with the cases as they are now; null when they were not run with it. */
export async function findScore(db: Queryable, agent: AgentId, version: WorkflowVersionId): Promise<number | null> {
  const { rows } = await sql<{ score: number }>`
    select e.score::float8 as score from agent_evaluations e
    where e.agent_id = ${agent} and e.workflow_version_id = ${version} and e.status = 'done'
      and e.cases_hash = (select ${casesHash} from agent_cases c where c.agent_id = ${agent})
    order by e.created_at desc limit 1`.execute(db)
  return rows[0]?.score ?? null
}

/** Of all cases in their order; of none it is null. */
export const casesHash = sql`md5(string_agg(jsonb_build_array(c.input, c.expected, c.scorer)::text, ',' order by c.position))`
