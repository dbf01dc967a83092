/** Who holds the session cookie of a request, and how lately they showed it. */
import type { Pool } from 'pg'
import type { z } from 'zod'
import { FRESH_MINUTES } from '#contract/accounts/two-factor-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AuthClient } from '#server/gateways/identity.ts'
import type { Parts } from './parts.ts'
import { type Call, type ProviderUser, refuseForeign, SessionAnswer } from './provider-call.ts'
import { sessionLacksProof } from './two-factor.store.ts'

export interface Holder {
  user: z.infer<typeof ProviderUser>
  session: { id: string }
}

/** @throws AppError unauthenticated */
export async function requireHolder(call: Call, client: AuthClient): Promise<Holder> {
  const found = SessionAnswer.parse((await call('GET', '/get-session', client)).body)
  if (!found) throw new AppError('unauthenticated')
  return found
}

/** The holder, on a page of ours. @throws AppError unauthenticated, forbidden */
export async function requireActingHolder({ call, options }: Parts, client: AuthClient): Promise<Holder> {
  refuseForeign(client, options.publicUrl)
  return requireHolder(call, client)
}

/**
 * Before what proves the account is changed: where it must prove more than a password and can, a session that has not done so would
 * make itself a proof with the password alone.
 * @throws AppError two_factor_required
 */
export async function requireProof({ options }: Parts, { user, session }: Holder): Promise<void> {
  if (!(await sessionLacksProof(options.pool, user.id, session.id)) || !(await options.mustProve(user.id))) return
  throw new AppError('two_factor_required', {
    message: 'Sign in with your second factor or a passkey first; then you can change what you sign in with.',
  })
}

/** The same browser without its session: what speaks for another account must not act on this one's. */
export function withoutSession(client: AuthClient): AuthClient {
  const kept = (client.cookie ?? '').split(/; */).filter((part) => !/^(__Secure-)?chowk\.session_/.test(part))
  return { ...client, cookie: kept.join('; ') || null }
}

/** @throws AppError confirmation_needed when the session was proved or confirmed more than ten minutes ago */
export async function requireFreshSession(pool: Pool, sessionId: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select 1 from auth.session where id = $1 and "confirmedAt" > now() - make_interval(mins => $2)`,
    [sessionId, FRESH_MINUTES],
  )
  if (!rowCount) throw new AppError('confirmation_needed')
}

export const markFresh = (pool: Pool, sessionId: string) =>
  pool.query(`update auth.session set "confirmedAt" = now() where id = $1`, [sessionId])

/** Ends every session of the account but the one that these cookies have just begun. */
export async function endOtherSessions(pool: Pool, userId: string, cookies: readonly string[]): Promise<void> {
  const line = cookies.find((cookie) => /^(__Secure-)?chowk\.session_token=[^;]/.test(cookie)) ?? ''
  const token = decodeURIComponent(line.slice(line.indexOf('=') + 1).split(';')[0] ?? '').split('.')[0] ?? ''
  await pool.query(`delete from auth.session where "userId" = $1 and token <> $2`, [userId, token])
}
