/** Passkey ceremonies: challenges, signatures, counters. `passkeys.ts` defines who may use them. */
import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/** The relying party is the host that people see. An address of this machine has no name of its own but localhost. */
export function relyingPartyOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^(127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname
}

/** Without finger, face or PIN a passkey is something one has and nothing more. */
const unlessUserVerified = (verified: boolean | undefined) => {
  if (!verified) throw new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED', message: 'user not verified' })
}

/** The origin is that of the request, which our own pages alone may make (provider-call.ts). */
export const passkeyPlugin = (publicUrl: string, brandName: string) =>
  passkey({
    rpID: relyingPartyOf(publicUrl),
    rpName: brandName,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    registration: {
      afterVerification: async ({ verification }) => unlessUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => unlessUserVerified(verification.authenticationInfo.userVerified),
    },
  })
