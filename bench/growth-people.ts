/** Lists of user management over few and many users: the rows of `growth.ts` that support asks. */
import { UserId } from '#contract/core/primitives.ts'
import { findUsers, type UserFilter } from '#server/areas/accounts/user-management/list-users.store.ts'
import { findRunsOf } from '#server/areas/runs/executions/runs-of-person.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'

/** As many users as there are runs, who sign in, ask for roles and are blocked as people are: most are plain, a few are not. */
export async function fillPeople(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into users (firebase_uid, email, display_name, role, status, blocked_until, created_at, last_login)
       select 'p' || i, 'person' || lpad((i / 50)::text, 6, '0') || 'x' || i % 50 || '@mail' || i % 7 || '.example', 'Twin' || lpad((i / 50)::text, 6, '0') || ' Kumar',
         case when i % 5000 = 0 then 'admin' when i % 40 = 0 then 'creator_admin' when i % 12 = 0 then 'seller' else 'basic_user' end,
         case when i % 997 = 0 then 'blocked' when i % 501 = 0 then 'pending' when i % 307 = 0 then 'rejected' else 'active' end,
         case when i % 1994 = 0 then now() - interval '1 day' end,
         now() - i * interval '7 seconds', case when i % 3 > 0 then now() - (i * 7919 % $1::bigint) * interval '11 seconds' end
       from generate_series(1, $1::bigint) i`,
      [count],
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

type Question = (db: Database, n: number) => Promise<unknown>
const padded = (n: number) => String(n).padStart(6, '0')
const list =
  (
    filter: (n: number) => Omit<UserFilter, 'search'> & { search?: string; sort?: 'newest' | 'name' | 'last_sign_in' },
  ): Question =>
  (db, n) =>
    findUsers(db, { sort: 'newest', ...filter(n) }, { limit: 25, offset: 25 * (n % 4) })

export const PEOPLE: Record<string, Question> = {
  'users, newest first': list(() => ({})),
  'users by name': list(() => ({ sort: 'name' })),
  'users by last sign-in': list(() => ({ sort: 'last_sign_in' })),
  'active users': list(() => ({ status: 'active' })),
  'users who ask for a role, by name': list(() => ({ status: 'pending', sort: 'name' })),
  'blocked sellers by last sign-in': list(() => ({ role: 'seller', status: 'blocked', sort: 'last_sign_in' })),
  'admins that are deactivated': list(() => ({ role: 'admin', status: 'deactivated' })),
  'users by a part of an address': list((n) => ({ search: `person${padded(n)}x` })),
  'users by the beginning of a name': list((n) => ({ search: 'Tw'.slice(0, 1 + (n % 2)) })),
  'a search that finds every user': list((n) => ({ search: ['kumar', 'example', 'twin'][n % 3] ?? '' })),
  'a search that finds nobody': list((n) => ({ search: `nobody${n}` })),
  'failed runs of a person': (db, n) =>
    findRunsOf(db, UserId.parse(`00000000-0000-7000-8001-${(n % 20).toString(16).padStart(12, '0')}`), {
      failed: true,
      limit: 20,
      offset: 0,
    }),
}
