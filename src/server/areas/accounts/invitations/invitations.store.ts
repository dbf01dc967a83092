/** The SQL of invitations to create an account. */
import { sql } from 'kysely'
import { INVITATIONS } from '#contract/accounts/invitation-values.ts'
import type { InvitationId } from '#contract/accounts/invitations.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/page.ts'

export interface InvitationRow {
  id: InvitationId
  email: string
  invited_by: string | null
  created_at: Date
  expires_at: Date
  expired: boolean
}

const columns = sql`i.id, i.email::text as email, u.display_name as invited_by, i.created_at, i.expires_at,
  i.expires_at <= now() as expired`

/** Newest first. */
export async function findInvitations(db: Queryable, { limit, offset }: Page): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from sign_up_invitations i left join users u on u.id = i.invited_by
    order by i.created_at desc, i.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findInvitation(db: Queryable, id: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from sign_up_invitations i left join users u on u.id = i.invited_by where i.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function countInvitations(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from sign_up_invitations`.execute(db)
  return rows[0]?.total ?? 0
}

export async function hasAccount(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from users where email = ${email}::citext) as found`.execute(db)
  return rows[0]?.found === true
}

/** Replaces an earlier one of the address, whose link then opens nothing. @returns its id */
export async function saveInvitation(
  tx: Queryable,
  { email, token_hash, by }: { email: string; token_hash: Buffer; by: UserId },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sign_up_invitations (email, token_hash, invited_by, expires_at)
    values (${email}::citext, ${token_hash}, ${by}, now() + make_interval(days => ${INVITATIONS.days}))
    on conflict (email) do update set token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = now(),
      expires_at = excluded.expires_at
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Invitation missing after insert')
  return row.id
}

/** @returns the address of the one that was removed */
export async function deleteInvitation(tx: Queryable, id: InvitationId): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    delete from sign_up_invitations where id = ${id} returning email::text as email`.execute(tx)
  return rows[0]?.email ?? null
}

/** Those that nobody followed, some time after they expired. */
export async function deleteOldInvitations(tx: Queryable): Promise<void> {
  await sql`delete from sign_up_invitations
    where expires_at < now() - make_interval(days => ${INVITATIONS.kept_days})`.execute(tx)
}

/** @param token_hash null where the address itself is proven to be theirs */
const valid = (email: string, token_hash: Buffer | null) => sql`email = ${email}::citext and expires_at > now()
  and (${token_hash}::bytea is null or token_hash = ${token_hash})`

export async function isInvited(db: Queryable, email: string, token_hash: Buffer | null): Promise<boolean> {
  const { rows } = await sql<{ invited: boolean }>`
    select exists (select 1 from sign_up_invitations where ${valid(email, token_hash)}) as invited`.execute(db)
  return rows[0]?.invited === true
}

/** Of two that use it at once, one finds nothing. @returns whether there was a valid one */
export async function useInvitation(tx: Queryable, email: string, token_hash: Buffer | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from sign_up_invitations where ${valid(email, token_hash)}`.execute(tx)
  return numAffectedRows === 1n
}
