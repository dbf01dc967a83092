/** One request to better-auth: our address and origin rules before it, our refusals after it, and the shapes of its answers. */
import { z } from 'zod'
import type { Account } from '#contract/accounts/auth.ts'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import {
  BASE_PATH,
  type BetterAuth,
  type EmbeddedOptions,
  IP_HEADER,
  trustedOrigins,
} from '#server/gateways/identity/better-auth.ts'
import type { AuthClient } from '#server/gateways/identity.ts'

export const ProviderUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
})
export const WithUser = z.object({ user: ProviderUser })
export const SessionAnswer = z.object({ user: ProviderUser, session: z.object({ id: z.string() }) }).nullable()
export const ProviderSession = z.object({
  id: z.string(),
  token: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
})
/** The first step was right and the account wants a code as well. */
export const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })
const Refusal = z.object({ code: z.string().optional() })

export const accountOf = ({ id, email, name }: z.infer<typeof ProviderUser>): Account => ({
  id,
  email,
  display_name: name,
})

/** Codes of better-auth → ours. One answer for an unknown account and a wrong password. */
const REFUSALS: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_PASSWORD: 'invalid_credentials',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'invalid_credentials',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_refused',
  INVALID_CODE: 'code_wrong',
  INVALID_BACKUP_CODE: 'code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'second_step_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_step_over',
}
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  // Two brought the same backup code at once; this one was late.
  409: 'code_wrong',
  422: 'invalid_input',
}

export interface Answer {
  body: unknown
  cookies: string[]
}
export type Call = (method: 'GET' | 'POST', path: string, client: AuthClient, body?: object) => Promise<Answer>

/** Only pages of ours may speak for the cookie. @throws forbidden */
export function refuseForeign(client: AuthClient, publicUrl: string): void {
  if (client.origin !== null && !trustedOrigins(publicUrl, client.host).includes(client.origin))
    throw new AppError('forbidden', { message: 'This page may not sign anybody in here.' })
}

/** The browser that asks as better-auth reads it. */
export function headersOf(client: AuthClient): Headers {
  const headers = new Headers({ [IP_HEADER]: client.ip })
  for (const name of ['host', 'origin', 'cookie'] as const) if (client[name] !== null) headers.set(name, client[name])
  if (client.user_agent !== null) headers.set('user-agent', client.user_agent.slice(0, 512))
  return headers
}

/** Hands one request to better-auth, with the address of the socket, and turns its refusals into ours. */
export function createProviderCall(auth: BetterAuth, { publicUrl, pool }: EmbeddedOptions): Call {
  const origin = new URL(publicUrl).origin
  return async (method, path, client, body) => {
    if (method === 'POST') refuseForeign(client, publicUrl)
    const headers = headersOf(client)
    if (body) headers.set('content-type', 'application/json')
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await auth.handler(new Request(`${origin}${BASE_PATH}${path}`, init))
    const text = await response.text()
    if (response.ok) return { body: text === '' ? null : JSON.parse(text), cookies: response.headers.getSetCookie() }
    const refusal = Refusal.safeParse(text.startsWith('{') ? JSON.parse(text) : {})
    const known = REFUSALS[refusal.data?.code ?? '']
    if (response.status >= 500 && known === undefined) throw new AppError('unavailable', { retryAfter: 5 })
    // better-auth takes a session it cannot look up for one that does not exist, and a passkey it cannot keep for one that is wrong;
    // an outage must not sign people out.
    if (response.status === 401 || response.status >= 500) await pool.query('select 1')
    throw new AppError(known ?? BY_STATUS[response.status] ?? 'forbidden')
  }
}
