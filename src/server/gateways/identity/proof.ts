/**
 * How a session was proved, written as it is made. `second_factor`: after a code, or in a browser trusted after one; `passkey`: by a
 * passkey that asked for finger, face or PIN; `provider`: by Google or GitHub. A session that takes the place of another keeps
 * its proof.
 */
import type { GenericEndpointContext } from 'better-auth'

export type Proof = 'password' | 'provider' | 'second_factor' | 'passkey'

/** Where a person whom the provider of a workspace has named signs in. */
export const SIGN_ON_PATH = '/sign-on'

const BY_PATH: Record<string, Proof> = {
  '/two-factor/verify-totp': 'second_factor',
  '/two-factor/verify-backup-code': 'second_factor',
  '/passkey/verify-authentication': 'passkey',
  [SIGN_ON_PATH]: 'provider',
}

/** Where a user whom Google or GitHub has verified signs in. */
export const EXTERNAL_PATH = '/sign-in/username'
/** Ways in behind which the two-factor plugin asks for a second step. */
const FIRST_STEPS: Record<string, Proof> = { '/sign-in/email': 'password', [EXTERNAL_PATH]: 'provider' }

/** The sign-on of a session about to be made for `userId`: the one it is made with, or that of the session whose place it takes. */
export function signOnOf(
  session: { userId: string; signOn?: unknown },
  context: GenericEndpointContext | null,
): string | null {
  if (typeof session.signOn === 'string') return session.signOn
  const before = context?.context.session
  return before?.session.userId === session.userId ? ((before.session.signOn as string | null) ?? null) : null
}

/** The proof of a session about to be made for `userId`. */
export async function proofOf(userId: string, context: GenericEndpointContext | null): Promise<Proof> {
  const path = context?.path ?? ''
  const known = BY_PATH[path]
  if (known) return known
  const before = context?.context.session
  if (before?.session.userId === userId) return (before.session.provenBy as Proof | null) ?? 'password'
  const first = FIRST_STEPS[path]
  if (first === undefined) return 'password'
  // The sign-in of an account with a second factor leaves a session only in a trusted browser; any other is taken back at once.
  const user = await context?.context.internalAdapter.findUserById(userId)
  return user && 'twoFactorEnabled' in user && user.twoFactorEnabled === true ? 'second_factor' : first
}
