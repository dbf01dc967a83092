/** Whether the user has just confirmed their identity: required before irreversible actions. */
import { sql } from 'kysely'
import { FRESH_MINUTES } from '#contract/accounts/two-factor-values.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Signed in, or confirmed, in the last ten minutes; never through an API key. */
export async function hasSignedInFreshly(db: Queryable, caller: UserCaller): Promise<boolean> {
  if (caller.api_key) return false
  if (caller.session_id === null) return (caller.signed_in_at?.getTime() ?? 0) > Date.now() - FRESH_MINUTES * 60_000
  const { rows } = await sql`
    select 1 from auth.session where id = ${caller.session_id}
    and "confirmedAt" > now() - make_interval(mins => ${FRESH_MINUTES})`.execute(db)
  return rows.length > 0
}
