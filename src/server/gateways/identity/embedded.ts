/** The identity provider that comes with the product: email and password, sessions and signed tokens, all in our database. */
import { z } from 'zod'
import { type Account, KeySet, Session } from '#contract/auth.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { Accounts, AuthClient, IdentityProvider } from '#server/gateways/identity.ts'
import {
  BASE_PATH,
  type BetterAuth,
  type EmbeddedOptions,
  IP_HEADER,
  setUpBetterAuth,
  trustedOrigins,
} from './better-auth.ts'
import { type KnownDevices, knownDevices } from './known-device.ts'
import { provisionAccount } from './provision.ts'
import { prepareSigningKeys } from './signing-keys.ts'
import { type Bucket, createThrottle, type Throttle } from './throttle.ts'
import { reloadingKeys, verifyToken } from './verify.ts'

/** Attempts per window. Generous to a person who forgot, useless to a machine that guesses. */
const ALLOWED = {
  sign_in_address: { max: 50, window_s: 900 },
  sign_in_account: { max: 20, window_s: 900 },
  sign_in_device: { max: 10, window_s: 900 },
  sign_up_address: { max: 60, window_s: 600 },
  change_password: { max: 10, window_s: 900 },
} as const

const bucket = (name: keyof typeof ALLOWED, subject: string): Bucket => ({ name, subject, ...ALLOWED[name] })

const ProviderUser = z.object({ id: z.string(), email: z.string(), name: z.string() })
const WithUser = z.object({ user: ProviderUser })
const SessionAnswer = z.object({ user: ProviderUser, session: z.object({ id: z.string() }) }).nullable()
const ProviderSession = z.object({
  id: z.string(),
  token: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
})
const Refusal = z.object({ code: z.string().optional() })

const accountOf = ({ id, email, name }: z.infer<typeof ProviderUser>): Account => ({ id, email, display_name: name })

/** Codes of better-auth → ours. One answer for an unknown account and a wrong password. */
const REFUSALS: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_PASSWORD: 'invalid_credentials',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'invalid_credentials',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'already_exists',
}
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  422: 'invalid_input',
}

interface Answer {
  body: unknown
  cookies: string[]
}
type Call = (method: 'GET' | 'POST', path: string, client: AuthClient, body?: object) => Promise<Answer>

/** Hands one request to better-auth, with the address of the socket, and turns its refusals into ours. */
function callerOf(auth: BetterAuth, { publicUrl, pool }: EmbeddedOptions): Call {
  const origin = new URL(publicUrl).origin
  return async (method, path, client, body) => {
    if (method === 'POST' && client.origin !== null && !trustedOrigins(publicUrl, client.host).includes(client.origin))
      throw new AppError('forbidden', { message: 'This page may not sign anybody in here.' })
    const headers = new Headers({ [IP_HEADER]: client.ip })
    for (const name of ['host', 'origin', 'cookie'] as const) if (client[name] !== null) headers.set(name, client[name])
    if (client.user_agent !== null) headers.set('user-agent', client.user_agent.slice(0, 512))
    if (body) headers.set('content-type', 'application/json')
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await auth.handler(new Request(`${origin}${BASE_PATH}${path}`, init))
    const text = await response.text()
    if (response.ok) return { body: text === '' ? null : JSON.parse(text), cookies: response.headers.getSetCookie() }
    if (response.status >= 500) throw new AppError('unavailable', { retryAfter: 5 })
    const refusal = Refusal.safeParse(text.startsWith('{') ? JSON.parse(text) : {})
    // better-auth takes a session it cannot look up for one that does not exist; an outage must not sign people out.
    if (response.status === 401) await pool.query('select 1')
    throw new AppError(REFUSALS[refusal.data?.code ?? ''] ?? BY_STATUS[response.status] ?? 'forbidden')
  }
}

interface Parts {
  auth: BetterAuth
  call: Call
  throttle: Throttle
  devices: KnownDevices
  options: EmbeddedOptions
}

/**
 * Signing in and up. That an email has an account is told by sign-up alone, because without mail there is no other way to
 * tell its owner; sign-in says the same, in the same time, for an unknown account and a wrong password.
 */
function entrance({ call, throttle, devices, options }: Parts): Pick<Accounts, 'signUp' | 'signIn'> {
  return {
    async signUp({ email, password, display_name }, client) {
      await throttle.attempt([bucket('sign_up_address', client.ip)])
      const enter = () => call('POST', '/sign-up/email', client, { email, password, name: display_name })
      const { body, cookies } = await enter().catch(async (error) => {
        // Two sign-ups at once: the slower one meets the unique index instead of the account.
        const found = await options.pool.query('select 1 from auth."user" where email = $1', [email])
        throw found.rowCount ? emailTaken() : error
      })
      return { data: accountOf(WithUser.parse(body).user), cookies: [...cookies, devices.remember(email)] }
    },
    async signIn({ email, password }, client) {
      const device = devices.recognise(client.cookie, email)
      const buckets = device
        ? [bucket('sign_in_device', device)]
        : [bucket('sign_in_address', client.ip), bucket('sign_in_account', email)]
      await throttle.attempt(buckets)
      const { body, cookies } = await call('POST', '/sign-in/email', client, { email, password })
      await throttle.forgive(buckets)
      return {
        data: accountOf(WithUser.parse(body).user),
        cookies: device ? cookies : [...cookies, devices.remember(email)],
      }
    },
  }
}

const emailTaken = () =>
  new AppError('already_exists', {
    message: 'An account with this email address exists. Sign in instead.',
    problems: [{ message: 'An account with this email address exists.', field: 'email', code: 'already_exists' }],
  })

type SessionVerbs = 'signOut' | 'session' | 'token' | 'sessions' | 'revokeSession' | 'revokeSessions' | 'changePassword'

function sessions({ call, throttle }: Parts): Pick<Accounts, SessionVerbs> {
  const current = async (client: AuthClient) => {
    const { body, cookies } = await call('GET', '/get-session', client)
    return { found: SessionAnswer.parse(body), cookies }
  }
  const required = async (client: AuthClient) => {
    const { found } = await current(client)
    if (!found) throw new AppError('unauthenticated')
    return found
  }
  const list = async (client: AuthClient) =>
    z.array(ProviderSession).parse((await call('GET', '/list-sessions', client)).body)
  const run = async (path: string, client: AuthClient, body: object = {}) => {
    const { cookies } = await call('POST', path, client, body)
    return { data: null, cookies }
  }
  return {
    signOut: (client) => run('/sign-out', client),
    async session(client) {
      const { found, cookies } = await current(client)
      return { data: found && accountOf(found.user), cookies }
    },
    async token(client) {
      const { body, cookies } = await call('GET', '/token', client)
      return { data: z.object({ token: z.string() }).parse(body).token, cookies }
    },
    async sessions(client) {
      const { session } = await required(client)
      // The secret token of a session stays here: a page that could read it could keep it.
      const data = (await list(client)).map((s) =>
        Session.parse({
          id: s.id,
          created_at: new Date(s.createdAt).toISOString(),
          expires_at: new Date(s.expiresAt).toISOString(),
          ip: s.ipAddress || null,
          user_agent: s.userAgent || null,
          current: s.id === session.id,
        }),
      )
      return { data, cookies: [] }
    },
    async revokeSession(id, client) {
      const wanted = (await list(client)).find((session) => session.id === id)
      if (!wanted) throw new AppError('not_found')
      return run('/revoke-session', client, { token: wanted.token })
    },
    revokeSessions: (client) => run('/revoke-sessions', client),
    async changePassword({ current_password, new_password }, client) {
      const buckets = [bucket('change_password', (await required(client)).user.id)]
      await throttle.attempt(buckets)
      const body = { currentPassword: current_password, newPassword: new_password, revokeOtherSessions: true }
      const done = await run('/change-password', client, body)
      await throttle.forgive(buckets)
      return done
    },
  }
}

/** Ready to serve: the keys that sign tokens exist. Safe to call from several processes at once. */
export async function createEmbeddedIdentity(options: EmbeddedOptions): Promise<IdentityProvider> {
  const { publicUrl, secret, pool } = options
  const auth = setUpBetterAuth(options)
  await prepareSigningKeys(auth, pool)
  const devices = knownDevices(secret, { secure: publicUrl.startsWith('https://'), path: BASE_PATH })
  const parts: Parts = {
    auth,
    call: callerOf(auth, options),
    throttle: createThrottle(pool, secret),
    devices,
    options,
  }
  const jwks = async () => KeySet.parse(await auth.api.getJwks())
  const keys = reloadingKeys(jwks)
  return {
    type: 'embedded',
    verify: (token) =>
      verifyToken(token, { issuer: publicUrl, audience: publicUrl, algorithms: ['EdDSA'], keys, session: 'required' }),
    accounts: { ...entrance(parts), ...sessions(parts), jwks, provision: (input) => provisionAccount(auth, input) },
    stop: async () => {},
  }
}
