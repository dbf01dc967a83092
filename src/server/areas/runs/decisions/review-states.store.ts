/** The SQL of how far the review of runs is, for whatever lists runs. */
import { sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ReviewState {
  execution_id: ExecutionId
  /** `open` until the first decision, then `started`, until it is signed off. */
  state: 'open' | 'started' | 'signed_off'
  findings: number
  decided: number
  /** 0 to 1; null where no finding has one. */
  lowest_confidence: number | null
  revision: number
  signed_off_at: Date | null
  /** Null also where the account of who signed it is gone. */
  signed_off_by: string | null
  assignee: string | null
}

/** Of those that someone has opened for review: a run that is missing here is `open`, or has no findings. */
export async function reviewStates(
  db: Queryable,
  runs: readonly ExecutionId[],
): Promise<ReadonlyMap<ExecutionId, ReviewState>> {
  if (runs.length === 0) return new Map()
  const { rows } = await sql<ReviewState>`
    select r.execution_id, case when r.signed_off_at is not null then 'signed_off' when r.last_number > 0 then 'started' else 'open' end as state,
      r.finding_count as findings, r.decided_count as decided, r.lowest_confidence, r.revision, r.signed_off_at,
      p.display_name as signed_off_by, a.display_name as assignee
    from run_reviews r
    left join run_sign_offs s on s.execution_id = r.execution_id and s.revision = r.revision and s.closed
    left join users p on p.id = s.person_id
    left join users a on a.id = r.assignee_id
    where r.execution_id = any(${sql.val(runs)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.execution_id, row]))
}
