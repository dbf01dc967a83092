/** The SQL of accounts that may not act. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/**
 * Whether the account `u` of the statement is blocked or deactivated now. One that was deleted by its owner is not:
 * what others use of it keeps working.
 */
export const mayNotAct: RawBuilder<boolean> = sql`(u.status in ('blocked', 'deactivated') and u.firebase_uid not like 'deleted:%'
  and (u.status = 'deactivated' or u.blocked_until is null or u.blocked_until > now()))`

/** Whether the account `u` was deleted. Nothing of it runs, and nothing is added to it. */
export const isDeleted: RawBuilder<boolean> = sql`u.firebase_uid like 'deleted:%'`

/** Whether this account is blocked or deactivated now. */
export async function isShutOut(db: Queryable, user: UserId): Promise<boolean> {
  const { rows } = await sql`select from users u where u.id = ${user} and ${mayNotAct}`.execute(db)
  return rows.length > 0
}
