/**
 * Firebase Authentication as the identity provider: the browser signs in there, we verify its ID tokens as documented under
 * "Verify ID tokens using a third-party JWT library": RS256 by Google's keys, issuer and audience of the project.
 */
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, UnsecuredJWT } from 'jose'
import { AppError } from '#contract/core/errors.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { FirebaseSettings } from './firebase-settings.ts'
import { LONGEST_TOKEN, readIdentity, type TokenRules, verifyToken } from './verify.ts'

/** The keys of the account that signs ID tokens, as JWK. */
const KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOCK_TOLERANCE_S = 5

/** Keys that cannot be fetched are an outage, not a forged token. */
function googleKeys(): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(KEYS), { timeoutDuration: 5000, cooldownDuration: 30_000 })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw new AppError('unavailable', { retryAfter: 5, cause: error })
    }
  }
}

/** A token of the emulator: nobody signs it, everything else must be right. */
function verifyUnsigned(token: string, { issuer, audience }: Pick<TokenRules, 'issuer' | 'audience'>) {
  if (token.length > LONGEST_TOKEN) return null
  try {
    const { payload } = UnsecuredJWT.decode(token, {
      issuer,
      audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return readIdentity(payload, 'none')
  } catch {
    return null
  }
}

const OFFERED = { enabled: true, reason: null }

/** @param keys instead of Google's, for tests */
export function createFirebaseIdentity(settings: FirebaseSettings, keys = googleKeys()): IdentityProvider {
  const { project_id, emulator_host } = settings
  const rules = { issuer: `https://securetoken.google.com/${project_id}`, audience: project_id }
  return {
    type: 'firebase',
    // Enabled providers are configured in the Firebase console; a disabled one fails with an error when it is tried.
    ways: { provider: 'firebase', google: OFFERED, github: OFFERED },
    verify: async (token) =>
      emulator_host === null
        ? verifyToken(token, { ...rules, algorithms: ['RS256'], keys, session: 'none' })
        : verifyUnsigned(token, rules),
    accounts: null,
    stop: async () => {},
  }
}
