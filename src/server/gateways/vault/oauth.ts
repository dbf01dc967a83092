/**
 * Connecting accounts by OAuth 2.0: the authorization code with a proof key (RFC 6749 §4.1, RFC 7636), and fresh tokens (§6). Token
 * endpoints are called through the guarded client and followed nowhere.
 */

import { z } from 'zod'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort } from '#nodes/ports.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { Secret } from './vault.ts'

export interface GmailSettings {
  client_id: string
  client_secret: string
  /** Whose discovery names Google's addresses. */
  issuer: string
  api_url: string
}

/** What the operator registered this installation as at a service. */
export interface OAuthApplication {
  client_id: string
  client_secret: string
}

export interface OAuthOptions {
  http: HttpPort
  /** By its name, such as `google`; null where the operator registered none. */
  findApplication(name: string): Promise<OAuthApplication | null>
  /** Null: this installation is not known to Google. */
  gmail: GmailSettings | null
  /** Where services send people back to. */
  redirect_uri: string
}

export interface Tokens {
  access_token: string
  /** Absent: the one there is stays. */
  refresh_token?: string
  /** ISO 8601; empty when the service does not say. */
  expires_at: string
  /** What else the service answered, such as the address of the account: a JSON object of plain values. Absent for nothing. */
  answered?: string
}

export interface OAuthConnector {
  readonly redirect_uri: string
  readonly gmail: GmailSettings | null
  /** Where the owner agrees. @throws NodeError */
  authorizeUrl(secret: Secret, state: string, challenge: string): Promise<string>
  /** @throws NodeError `oauth_refused`, or what the guarded client throws */
  exchange(secret: Secret, code: string, verifier: string): Promise<Tokens>
  /** @returns null when the service takes the account's agreement for ended. @throws NodeError, retryable when it is away */
  refresh(secret: Secret): Promise<Tokens | null>
}

interface Service {
  authorize_url: string
  token_url: string
  client_id: string
  client_secret: string
  scope: string
  /** What this service wants besides on its page of consent. */
  more: Record<string, string>
  /** What it wants besides at its token address. */
  token_more: Record<string, string>
  /** The application proves itself by a header instead of in the form (RFC 6749 §2.3.1). */
  basic: boolean
}

const TIMEOUT_MS = 15_000
const KEPT_MS = HOUR_MS
const GMAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.send'

const Discovery = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })
const TokenAnswer = z.looseObject({
  access_token: z.string().min(1).max(8000),
  refresh_token: z.string().min(1).max(8000).optional(),
  // Some services write it as text.
  expires_in: z.coerce.number().positive().max(1e9).optional(),
})
const KNOWN_MEMBERS = ['access_token', 'refresh_token', 'expires_in', 'token_type', 'scope', 'id_token']
const MOST_ANSWERED = 4000

function answeredBesides(answer: z.infer<typeof TokenAnswer>): Pick<Tokens, 'answered'> {
  const plain = Object.entries(answer).filter(
    ([name, value]) => !KNOWN_MEMBERS.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
  )
  const answered = JSON.stringify(Object.fromEntries(plain))
  return plain.length === 0 || answered.length > MOST_ANSWERED ? {} : { answered }
}

/** RFC 6749 §5.2. Nothing else of a refusal is shown: some services repeat what they were sent, secrets included. */
const RefusalCode = z.enum([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])
const Refusal = z.object({ error: RefusalCode })

const refused = (message: string) => new NodeError('oauth_refused', message)

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const PLAIN = { headers: { accept: 'application/json' }, timeout_ms: TIMEOUT_MS, redirects: 'refuse' as const }

/** Where Google's pages are, asked once an hour. */
function googleOf(http: HttpPort, now: () => number) {
  let known: { until: number; found: z.infer<typeof Discovery> } | null = null
  return async ({ issuer }: GmailSettings): Promise<z.infer<typeof Discovery>> => {
    if (known && now() < known.until) return known.found
    const url = `${issuer}/.well-known/openid-configuration`
    const answer = await http({ ...PLAIN, method: 'GET', url, body: null }, AbortSignal.timeout(TIMEOUT_MS))
    const found = Discovery.safeParse(parsed(answer.body))
    if (!found.success) throw new NodeError('http_failed', 'Google does not answer as it should', { retryable: true })
    known = { until: now() + KEPT_MS, found: found.data }
    return found.data
  }
}

/** RFC 6749 §2.3.1: both are form-encoded first. */
const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** Asks a token endpoint. @returns the tokens, or the code of its refusal, else its status */
async function askForTokens(
  http: HttpPort,
  { token_url, client_id, client_secret, token_more, basic }: Service,
  grant: Record<string, string>,
  now: number,
): Promise<{ tokens: Tokens; error: null } | { tokens: null; error: string }> {
  const proof = basic ? {} : { client_id, ...(client_secret !== '' && { client_secret }) }
  const form = new URLSearchParams({ ...token_more, ...grant, ...proof })
  const headers = {
    ...PLAIN.headers,
    'content-type': 'application/x-www-form-urlencoded',
    ...(basic && { authorization: basicOf(client_id, client_secret) }),
  }
  const request = { ...PLAIN, headers, method: 'POST' as const, url: token_url, body: form.toString() }
  const { status, body } = await http(request, AbortSignal.timeout(TIMEOUT_MS))
  if (status >= 500 || status === 429)
    throw new NodeError('http_failed', `The service answered ${status} when it was asked for a token`, {
      retryable: true,
    })
  const answer = parsed(body)
  const found = status < 300 ? TokenAnswer.safeParse(answer) : null
  if (!found?.success) return { tokens: null, error: Refusal.safeParse(answer).data?.error ?? `status ${status}` }
  const { access_token, refresh_token, expires_in } = found.data
  const tokens = {
    access_token,
    ...(refresh_token !== undefined && { refresh_token }),
    expires_at: expires_in === undefined ? '' : new Date(now + expires_in * 1000).toISOString(),
    ...answeredBesides(found.data),
  }
  return { tokens, error: null }
}

/** The service behind an account at an app, with the application that its owner entered or that the operator registered. */
async function serviceOfApp(fields: Record<string, string>, find: OAuthOptions['findApplication']): Promise<Service> {
  const { authorize_url = '', token_url = '', scope = '', application = '' } = fields
  const own = fields.client_id ? { client_id: fields.client_id, client_secret: fields.client_secret ?? '' } : null
  const registered = own ?? (application === '' ? null : await find(application))
  if (!registered)
    throw refused('Nobody has registered this installation at the service. Enter a client ID of your own.')
  const parameters = (name: string) => JSON.parse(fields[name] ?? '{}') as Record<string, string>
  return {
    ...registered,
    authorize_url,
    token_url,
    scope,
    more: parameters('authorize_parameters'),
    token_more: parameters('token_parameters'),
    basic: fields.client_authentication === 'basic',
  }
}

export function createOAuth(
  { http, gmail, redirect_uri, findApplication }: OAuthOptions,
  now = () => Date.now(),
): OAuthConnector {
  const google = googleOf(http, now)
  const serviceOf = async ({ type, fields }: Secret): Promise<Service> => {
    const { client_id = '', client_secret = '', authorize_url = '', token_url = '', scope = '' } = fields
    if (type === 'app_account') return serviceOfApp(fields, findApplication)
    const usual = { token_more: {}, basic: false }
    if (type === 'oauth2_generic')
      return { client_id, client_secret, authorize_url, token_url, scope, more: {}, ...usual }
    if (type !== 'gmail' || !gmail) throw refused('This installation is not known to the service.')
    const { authorization_endpoint, token_endpoint } = await google(gmail)
    return {
      client_id: gmail.client_id,
      client_secret: gmail.client_secret,
      authorize_url: authorization_endpoint,
      token_url: token_endpoint,
      scope: GMAIL_SCOPE,
      // A token that lasts is given only to those who ask for both.
      more: { access_type: 'offline', prompt: 'consent' },
      ...usual,
    }
  }
  return {
    redirect_uri,
    gmail,
    async authorizeUrl(secret, state, code_challenge) {
      const { client_id, authorize_url, scope, more } = await serviceOf(secret)
      const url = new URL(authorize_url)
      const proof = { state, code_challenge, code_challenge_method: 'S256' }
      const asked = { response_type: 'code', client_id, redirect_uri, ...(scope !== '' && { scope }) }
      for (const [name, value] of Object.entries({ ...asked, ...proof, ...more })) url.searchParams.set(name, value)
      return url.href
    },
    async exchange(secret, code, code_verifier) {
      const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri }
      const { tokens, error } = await askForTokens(http, await serviceOf(secret), grant, now())
      if (tokens) return tokens
      throw refused(`The service did not stand by its agreement (${error}).`)
    },
    async refresh(secret) {
      const { refresh_token } = secret.fields
      if (!refresh_token) return null
      const grant = { grant_type: 'refresh_token', refresh_token }
      const { tokens, error } = await askForTokens(http, await serviceOf(secret), grant, now())
      if (tokens) return tokens
      if (error === 'invalid_grant') return null
      throw refused(`The service gave no fresh token (${error}).`)
    },
  }
}
