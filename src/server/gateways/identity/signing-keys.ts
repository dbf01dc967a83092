/** The keys that sign tokens. They are encrypted with the installation's secret, and kept when that secret cannot read them. */

import { setTimeout as pause } from 'node:timers/promises'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { BetterAuth } from './better-auth.ts'

const RETRY_MS = 50

/**
 * Makes sure there is a key to sign with.
 * @throws Error when the newest one cannot be read: replacing it would end all sign-ins, in every process
 */
export async function prepareSigningKeys(auth: BetterAuth, pool: Pool): Promise<void> {
  while (!(await signAlone(auth, pool))) await pause(RETRY_MS)
}

/**
 * The transaction keeps the connection, also where a pooler lends it: the lock would otherwise be left on one that others use. It is not
 * waited for, because those who wait could have every connection that the holder needs another one of.
 * @returns false while another process is at it
 */
async function signAlone(auth: BetterAuth, pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as held', [LOCKS.signingKeys])
    if (rows[0]?.held) await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
    return rows[0]?.held === true
  } finally {
    await client.query('rollback').catch(() => {})
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
