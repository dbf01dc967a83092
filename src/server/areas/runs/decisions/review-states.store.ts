/** How far the review of a run is, for whatever lists runs. */
import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#contract/runs/decision-values.ts'

/** `open` until the first decision, then `started`, until it is signed off; null for a run that nobody opened for review. */
export const reviewStateOf = (run: RawBuilder<unknown>): RawBuilder<ReviewState | null> =>
  sql`(select case when v.signed_off_at is not null then 'signed_off' when v.last_number > 0 then 'started' else 'open' end
    from run_reviews v where v.execution_id = ${run})`
