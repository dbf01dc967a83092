/**
 * The OpenID Connect provider of a workspace: found by discovery at every sign-in, asked by the authorization code flow with PKCE. All that
 * is sent to it goes through the guarded way out. The ID token is checked by `openid-client`: signature, issuer, audience, times, nonce.
 */
import * as oidc from 'openid-client'
import { z } from 'zod'
import { Email } from '#contract/accounts/auth.ts'
import { PROVIDER_PROBLEMS } from '#contract/accounts/sign-on-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import { createGuardedFetch } from '#server/gateways/mcp/guarded-fetch.ts'
import type { Outbound } from '#server/gateways/outbound.ts'

export interface SignOnProvider {
  issuer: string
  client_id: string
  client_secret: string
}

export interface SignOnRequest {
  state: string
  nonce: string
  challenge: string
  redirect_uri: string
  /** Offered to the provider, so that the person types it once. */
  email: string
}

export interface SignOnAnswer {
  state: string
  code: string
  iss: string | undefined
  nonce: string
  verifier: string
  redirect_uri: string
}

/** Who the provider says came. */
export interface SignOnProfile {
  /** The provider's own, lasting id of the person. */
  subject: string
  /** Null when the provider names none that it has verified. */
  verified_email: string | null
  name: string | null
  groups: string[]
}

export interface SignOnGateway {
  /**
   * Whether sign-ins can work: discovery, keys, PKCE, and whether the client ID and secret are right.
   * @returns the issuer as the provider calls itself
   * @throws AppError invalid_input with the field
   */
  check(provider: SignOnProvider, redirect_uri: string): Promise<string>
  /** @throws AppError sign_on_down, sign_on_issuer */
  authorizeUrl(provider: SignOnProvider, request: SignOnRequest): Promise<string>
  /** @throws AppError sign_on_down, sign_on_issuer, sign_on_token, sign_on_client */
  profile(provider: SignOnProvider, answer: SignOnAnswer, groups_claim: string): Promise<SignOnProfile>
}

interface GatewayOptions {
  open: Outbound['open']
  /** `host:port` that the operator allows although it is private; only those may be asked without TLS. */
  allow: readonly string[]
}

const MOST_MS = 10_000
const MOST_GROUPS = 1000
/** Clocks of two machines differ. */
const CLOCK_S = 30

/** Everything that caused an error, the outermost first. */
function* causesOf(error: unknown): Generator<unknown> {
  for (let one = error, at = 0; one !== undefined && one !== null && at < 8; at++) {
    yield one
    one = (one as { cause?: unknown }).cause
  }
}

const findCause = <T>(error: unknown, is: (cause: unknown) => cause is T): T | undefined => {
  for (const cause of causesOf(error)) if (is(cause)) return cause
  return undefined
}
const isNodeError = (cause: unknown): cause is NodeError => cause instanceof NodeError
const isRefusal = (cause: unknown): cause is oidc.ResponseBodyError => cause instanceof oidc.ResponseBodyError
const isOther = (cause: unknown): cause is { attribute: string } =>
  typeof cause === 'object' && cause !== null && (cause as { attribute?: unknown }).attribute === 'issuer'
const isStatus = (cause: unknown): cause is Response => cause instanceof Response

/** Comparisons that fail because the answer is that of another provider. */
function isOfAnother(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const { message = '', claim } = cause as { message?: string; claim?: string }
    if (claim === 'iss' || /"iss"|issuer/i.test(message)) return true
  }
  return false
}

/** The provider has not answered as one does; neither the person nor the settings are at fault. */
const isOutage = (error: unknown): boolean =>
  findCause(error, isNodeError) !== undefined || (findCause(error, isStatus)?.status ?? 0) >= 500

const fault = (cause: unknown): AppError => {
  if (isOutage(cause)) return new AppError('sign_on_down', { cause })
  const refusal = findCause(cause, isRefusal)
  if (refusal !== undefined)
    return new AppError(refusal.error === 'invalid_grant' ? 'sign_on_token' : 'sign_on_client', { cause })
  return new AppError(isOfAnother(cause) ? 'sign_on_issuer' : 'sign_on_token', { cause })
}

/** What the claim of a provider may hold: a list, or one group as text. */
const Groups = z
  .union([z.array(z.unknown()), z.string()])
  .transform((given) => (typeof given === 'string' ? [given] : given))
  .transform((list) => list.filter((one): one is string => typeof one === 'string').slice(0, MOST_GROUPS))
  .catch([])

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
})

/** In the header or in the form, as the provider says it takes the secret. */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const way =
      taken === undefined || taken.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    return way(secret)(server, ...rest)
  }

const atIssuer = (problem: keyof typeof PROVIDER_PROBLEMS) => fieldError('issuer', PROVIDER_PROBLEMS[problem])

/** @throws AppError invalid_input with the field */
function readIssuer(issuer: string, allow: readonly string[]): { url: URL; isPlain: boolean } {
  const url = URL.parse(issuer)
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') throw atIssuer('no_address')
  const isPlain = url.protocol === 'http:' && allow.includes(`${url.hostname}:${url.port || '80'}`)
  if (url.protocol !== 'https:' && !isPlain) throw atIssuer('no_tls')
  return { url, isPlain }
}

/** A refusal of the discovery, for the field of the issuer. */
function discoveryFault(error: unknown): AppError {
  const refused = findCause(error, isNodeError)
  if (refused?.code === 'url_refused') return atIssuer('private_address')
  if (refused !== undefined) return atIssuer('no_answer')
  if (findCause(error, isOther) !== undefined || isOfAnother(error)) return atIssuer('other_issuer')
  return atIssuer('no_provider')
}

/** The browser of the person who signs in is sent there. */
const isPage = (url: string | undefined, isPlain: boolean): boolean => {
  const protocol = URL.parse(url ?? '')?.protocol
  return protocol === 'https:' || (isPlain && protocol === 'http:')
}

export function createSignOnGateway({ open, allow }: GatewayOptions): SignOnGateway {
  const discover = ({ issuer, client_id, client_secret }: SignOnProvider): Promise<oidc.Configuration> => {
    const { url, isPlain } = readIssuer(issuer, allow)
    const signal = AbortSignal.timeout(4 * MOST_MS)
    const guarded = createGuardedFetch({ open, signal, most_ms: MOST_MS, standing_streams: false })
    return oidc.discovery(url, client_id, { [oidc.clockTolerance]: CLOCK_S }, clientAuth(client_secret), {
      [oidc.customFetch]: (address, init) => guarded(address, init as RequestInit),
      timeout: MOST_MS / 1000,
      // The signature of the ID token is checked as well, although it comes over TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
  }
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof AppError && error.code !== 'invalid_input' ? error : fault(error)
    })

  return {
    async check(provider, redirect_uri) {
      const config = await discover(provider).catch((error: unknown) => {
        throw error instanceof AppError ? error : discoveryFault(error)
      })
      const server = config.serverMetadata()
      const { isPlain } = readIssuer(provider.issuer, allow)
      if (!isPage(server.authorization_endpoint, isPlain) || server.token_endpoint === undefined || !server.jwks_uri)
        throw atIssuer('no_code_flow')
      // Some offer it without saying so.
      const methods = server.code_challenge_methods_supported
      if (methods !== undefined && !methods.includes('S256')) throw atIssuer('no_pkce')
      // No sign-in has this code: the refusal shows whether the client itself was accepted.
      const made_up = { code: oidc.randomState(), redirect_uri, code_verifier: oidc.randomPKCECodeVerifier() }
      await oidc.genericGrantRequest(config, 'authorization_code', made_up).then(
        () => undefined,
        (error: unknown) => {
          const refusal = findCause(error, isRefusal)
          if (refusal?.error === 'invalid_grant') return
          if (isOutage(error)) throw atIssuer('odd_answer')
          throw fieldError('client_secret', PROVIDER_PROBLEMS.client_refused)
        },
      )
      return server.issuer
    },
    async authorizeUrl(provider, { state, nonce, challenge, redirect_uri, email }) {
      const config = await asked(discover(provider))
      const { isPlain } = readIssuer(provider.issuer, allow)
      if (!isPage(config.serverMetadata().authorization_endpoint, isPlain)) throw new AppError('sign_on_issuer')
      return oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri, state, nonce, scope: 'openid email profile', login_hint: email },
        ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      }).href
    },
    async profile(provider, { state, code, iss, nonce, verifier, redirect_uri }, groups_claim) {
      if (iss !== undefined && iss !== provider.issuer) throw new AppError('sign_on_issuer')
      const config = await asked(discover(provider))
      const back = new URL(redirect_uri)
      back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
      const tokens = await asked(
        oidc.authorizationCodeGrant(config, back, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        }),
      )
      // Many providers put what the scopes name into the user info alone (OpenID Connect Core §5.4).
      const { access_token } = tokens
      const inToken = tokens.claims() ?? { sub: '' }
      const asks = config.serverMetadata().userinfo_endpoint !== undefined
      const info = asks ? await asked(oidc.fetchUserInfo(config, access_token, inToken.sub)) : {}
      const said: Record<string, unknown> = { ...info, ...inToken }
      const claims = Claims.safeParse(said)
      if (!claims.success) throw new AppError('sign_on_token', { cause: claims.error })
      const { sub, email, email_verified, name } = claims.data
      return {
        subject: sub,
        verified_email: (email_verified === true && Email.safeParse(email).data) || null,
        name: name ?? null,
        groups: Groups.parse(said[groups_claim]),
      }
    },
  }
}
