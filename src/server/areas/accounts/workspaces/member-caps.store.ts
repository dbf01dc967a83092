/** The SQL of what members let runs cost their workspace. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** In a month of India, in paise; null without a limit, and for those who are no members. */
export async function findMemberCap(db: Queryable, workspace: UserId, person: UserId): Promise<number | null> {
  const { rows } = await sql<{ cap: number | null }>`
    select month_cap_paise::float8 as cap from workspace_members
    where workspace_id = ${workspace} and user_id = ${person}`.execute(db)
  return rows[0]?.cap ?? null
}

/** @returns null for those who are no members, the limit before otherwise */
export async function saveMemberCap(
  tx: Queryable,
  { workspace, person, paise }: { workspace: UserId; person: UserId; paise: number | null },
): Promise<{ before: number | null } | null> {
  const { rows } = await sql<{ before: number | null }>`
    update workspace_members m set month_cap_paise = ${paise}::bigint
    from (select workspace_id, user_id, month_cap_paise from workspace_members
      where workspace_id = ${workspace} and user_id = ${person} for update) b
    where m.workspace_id = b.workspace_id and m.user_id = b.user_id
    returning b.month_cap_paise::float8 as before`.execute(tx)
  return rows[0] ?? null
}
