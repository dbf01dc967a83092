/**
 * Google, or any other OpenID Connect provider: addresses by discovery, the person from the signed id token (OpenID Connect Core
 * §3.1.3.7): signature, issuer, audience, times and the nonce of this sign-in.
 */

import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { GoogleOptions } from '#server/gateways/identity/external-options.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type ExternalClient, exchangeCode, fetchJson, normaliseEmail, parseAnswer } from './external-client.ts'

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})

const Claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
})

const KEPT_MS = HOUR_MS

export function createGoogle(options: GoogleOptions, now: () => number = Date.now): ExternalClient {
  let kept: { until: number; found: ReturnType<typeof discover> } | null = null
  const discover = async () => {
    const found = parseAnswer(Discovery, await fetchJson(`${options.issuer}/.well-known/openid-configuration`))
    if (found.issuer !== options.issuer) throw new AppError('external_refused')
    return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 10_000 }) }
  }
  const addresses = () => {
    if (kept && now() < kept.until) return kept.found
    const found = discover()
    kept = { until: now() + KEPT_MS, found }
    found.catch(() => {
      kept = null
    })
    return found
  }
  return {
    async authorizeUrl({ state, nonce, challenge, redirect_uri }) {
      const url = new URL((await addresses()).authorization_endpoint)
      const query = {
        response_type: 'code',
        client_id: options.client_id,
        redirect_uri,
        scope: 'openid email profile',
        // §7: the account chooser is forced.
        prompt: 'select_account',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    async profile(exchange) {
      const { token_endpoint, keys } = await addresses()
      const { id_token } = await exchangeCode(token_endpoint, exchange, options)
      if (id_token === undefined) throw new AppError('external_refused')
      const { payload } = await jwtVerify(id_token, keys, {
        issuer: options.issuer,
        audience: options.client_id,
        algorithms: ['RS256', 'ES256'],
        clockTolerance: 60,
        requiredClaims: ['sub', 'exp', 'iat'],
      }).catch((cause: unknown) => {
        const isDown = cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError)
        throw isDown
          ? new AppError('unavailable', { retryAfter: 5, cause })
          : new AppError('external_refused', { cause })
      })
      const claims = parseAnswer(Claims, payload)
      if (claims.nonce !== exchange.nonce) throw new AppError('external_refused')
      return {
        account_id: claims.sub,
        verified_email: claims.email_verified === true ? normaliseEmail(claims.email) : null,
        name: claims.name ?? null,
      }
    },
  }
}
