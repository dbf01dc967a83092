/** Verifying a signed token: signature by a key set, issuer, audience, times, and an explicit list of algorithms. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Identity } from '#server/gateways/identity.ts'

export interface TokenRules {
  issuer: string
  audience: string
  /** Asymmetric only: with a secret-based one in the list a public key could be used to sign. */
  algorithms: readonly ('EdDSA' | 'ES256' | 'RS256')[]
  keys: JWTVerifyGetKey
  /** Whether a token must name the session it came from. */
  session: 'required' | 'none'
}

/** A real token has some 500 bytes; what is longer is not worth the parsing. */
export const LONGEST_TOKEN = 8192
/** Failures of the keys' source; everything else jose reports is the token's fault. */
const OUTAGES = [errors.JWKSTimeout, errors.JWKSInvalid]
/** Seconds by which the clocks of two machines may differ. */
const TOLERANCE = 5

const FirebaseClaims = z.object({
  auth_time: z.number().optional(),
  email_verified: z.boolean().optional(),
  firebase: z.object({ sign_in_second_factor: z.string().optional() }).optional(),
})

/** How a user signed in, by the claims of a Firebase ID token. */
function signInOf(payload: JWTPayload): Pick<Identity, 'signed_in_at' | 'second_factor' | 'email_verified'> {
  const { data } = FirebaseClaims.safeParse(payload)
  return {
    ...(data?.auth_time !== undefined && { signed_in_at: new Date(data.auth_time * 1000) }),
    email_verified: data?.email_verified === true,
    second_factor: data?.firebase?.sign_in_second_factor !== undefined,
  }
}

/** Who a verified payload speaks of; null when it names nobody. */
export function readIdentity(payload: JWTPayload, session: TokenRules['session']): Identity | null {
  const { sub, email, name, sid } = payload
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || email === '') return null
  if (session === 'required' && (typeof sid !== 'string' || sid === '')) return null
  return {
    subject: sub,
    email,
    name: typeof name === 'string' && name !== '' ? name : null,
    session_id: session === 'required' && typeof sid === 'string' ? sid : null,
    ...(session === 'none' && signInOf(payload)),
  }
}

/**
 * @returns what the token says, or null when it cannot be believed. A failure to reach the keys is thrown: that is an outage,
 * not a forged token.
 */
export async function verifyToken(token: string, rules: TokenRules): Promise<Identity | null> {
  if (token.length > LONGEST_TOKEN) return null
  try {
    const { payload } = await jwtVerify(token, rules.keys, {
      issuer: rules.issuer,
      audience: rules.audience,
      algorithms: [...rules.algorithms],
      clockTolerance: TOLERANCE,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return readIdentity(payload, rules.session)
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || OUTAGES.some((outage) => error instanceof outage)) throw error
    return null
  }
}

/** How long an unknown key id may not make us load the keys again: garbage must not become database load. */
const RELOAD_PAUSE_MS = 5000

/**
 * Keys from a place of our own. They are loaded once and again when a token names a key that is not among them, because
 * another process may have made a new one.
 */
export function reloadingKeys(load: () => Promise<JSONWebKeySet>, now: () => number = Date.now): JWTVerifyGetKey {
  let current: Promise<JWTVerifyGetKey> | null = null
  let loadedAt = 0
  const reload = () => {
    loadedAt = now()
    current = load().then(createLocalJWKSet)
    current.catch(() => {
      current = null
    })
    return current
  }
  return async (header, token) => {
    const keys = await (current ?? reload())
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - loadedAt < RELOAD_PAUSE_MS) throw error
      return (await reload())(header, token)
    }
  }
}
