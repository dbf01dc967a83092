/** The keys that sign tokens: made once, and made anew when the secret that encrypts them was replaced. */
import type { Pool } from 'pg'
import type { BetterAuth } from './better-auth.ts'

/** Serialises processes that start at once. Any constant does, as long as nothing else uses it. */
const LOCK = 7_234_020

const canSign = async (auth: BetterAuth): Promise<boolean> => {
  try {
    await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
    return true
  } catch (error) {
    if (error instanceof Error && /decrypt/i.test(error.message)) return false
    throw error
  }
}

/** Makes the first key, or replaces keys that this installation's secret no longer opens (then everybody's token is renewed). */
export async function prepareSigningKeys(auth: BetterAuth, pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (await canSign(auth)) return
    await client.query('delete from auth.jwks')
    await auth.api.signJWT({ body: { payload: { sub: 'start' } } })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    client.release()
  }
}
