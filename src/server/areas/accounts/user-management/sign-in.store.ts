/** How an account signs in and where it is signed in, as the embedded provider keeps it. Another provider has no rows here. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Slice } from './manage.store.ts'

export interface SignInRow {
  subject: string
  /** There is an account of the embedded provider. */
  is_here: boolean
  ways: string[]
  passkeys: number
  second_factor: boolean
}

export async function findSignIn(db: Queryable, id: UserId): Promise<SignInRow | undefined> {
  const { rows } = await sql<SignInRow>`
    select u.firebase_uid as subject, a.id is not null as is_here, coalesce(a."twoFactorEnabled", false) as second_factor,
      array(select case w."providerId" when 'credential' then 'password' else w."providerId" end
        from auth.account w where w."userId" = a.id order by w."createdAt", w.id) as ways,
      (select count(*)::int from auth.passkey p where p."userId" = a.id) as passkeys
    from users u left join auth."user" a on a.id = u.firebase_uid where u.id = ${id}`.execute(db)
  return rows[0]
}

export interface SessionRow {
  id: string
  ip: string | null
  user_agent: string | null
  created_at: Date
  last_used_at: Date
}

/** That have not ended, the last used first. */
export async function findSessions(
  db: Queryable,
  id: UserId,
  { limit, offset }: Slice,
): Promise<{ rows: SessionRow[]; total: number }> {
  const live = sql`from auth.session s join users u on u.firebase_uid = s."userId" where u.id = ${id} and s."expiresAt" > now()`
  const [found, counted] = await Promise.all([
    sql<SessionRow>`
      select s.id, nullif(s."ipAddress", '') as ip, nullif(s."userAgent", '') as user_agent, s."createdAt" as created_at,
        s."updatedAt" as last_used_at ${live} order by s."updatedAt" desc, s.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${live}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
