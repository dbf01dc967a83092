/** The keys that sign tokens. They are encrypted with the installation's secret, and kept when that secret cannot read them. */

import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { BetterAuth } from './better-auth.ts'

/**
 * Makes sure there is a key to sign with.
 * @throws Error when the newest one cannot be read: replacing it would end all sign-ins, in every process
 */
export async function prepareSigningKeys(auth: BetterAuth, pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.signingKeys])
    await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.signingKeys]).catch(() => {})
    client.release()
  }
}

/** Whether `secret` reads the newest key; true when there is none yet. */
export async function readsSigningKeys(db: Queryable, secret: string): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    select "privateKey" as key from auth.jwks order by "createdAt" desc limit 1`.execute(db)
  const [newest] = rows
  if (!newest) return true
  return symmetricDecrypt({ key: secret, data: JSON.parse(newest.key) as string }).then(
    () => true,
    () => false,
  )
}

/** Lets a new key be made at the next use. The public halves stay, so that tokens already signed are still recognised. */
export async function expireSigningKeys(db: Queryable): Promise<void> {
  await sql`update auth.jwks set "expiresAt" = now() where "expiresAt" is null or "expiresAt" > now()`.execute(db)
}
