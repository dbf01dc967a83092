/** The SQL of versions on their way into the marketplace. */
import { sql } from 'kysely'
import type { AgentId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { type SubmissionRow, submissionJson } from './own.store.ts'

/** The newest first. */
export async function findSubmissions(db: Queryable, agent: AgentId): Promise<SubmissionRow[]> {
  const { rows } = await sql<{ one: SubmissionRow }>`
    select ${submissionJson(sql`o`)} as one from agent_submissions o where o.agent_id = ${agent}
    order by o.submitted_at desc, o.id desc limit 50`.execute(db)
  return rows.map(({ one }) => one)
}
