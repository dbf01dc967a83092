/** The SQL of connects that wait for their answer. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

/** Takes the connect away. @returns whether this user had asked for it and it is not over */
export async function takePending(db: Queryable, userId: UserId, state: string): Promise<boolean> {
  const hash = createHash('sha256').update(state).digest()
  const { rows } = await sql<{ live: boolean }>`
    delete from pending_connects where state_hash = ${hash} and user_id = ${userId}
    returning expires_at > now() as live`.execute(db)
  return rows[0]?.live ?? false
}
