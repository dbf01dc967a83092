/** The SQL of whom a run is shared with. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'

/** Who may read the run `e` although it is not theirs. */
export const sharedWith: RawBuilder<UserId | null> = sql<UserId | null>`
  (select r.seller_id from agents r where r.id = e.agent_id and e.shared_until > now())`
