/** How better-auth is set up: our database, our cookies, our limits; nothing reported to anybody. */
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins/jwt'
import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { LIMITS } from '#contract/core/limits.ts'
import type { Transact } from '#server/gateways/identity-transaction.ts'
import type { SignOns } from '#server/gateways/sign-on/sign-ons.ts'
import { enterPlugin } from './enter-plugin.ts'
import type { ExternalOptions } from './external-options.ts'
import { passkeyPlugin } from './passkey-plugin.ts'
import { proofOf, signOnOf } from './proof.ts'
import { secondStepPlugin, twoFactorPlugin } from './second-step.ts'

export const BASE_PATH = '/api/auth'
/** Set by us from the socket, read by better-auth; a header of this name that a client sends never gets this far. */
export const IP_HEADER = 'x-chowk-client-ip'

export interface Passwords {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

export interface EmbeddedOptions {
  /** A pool of its own for the schema `auth`: hashing must not hold connections that requests wait for. */
  pool: Pool
  /** Where browsers reach us, without a trailing slash: issuer and audience of every token. */
  publicUrl: string
  /** Signs cookies and encrypts the signing keys; at least 32 characters. */
  secret: string
  /** Names the installation in its mails and in authenticator apps. */
  /** Mail names it as it is; authenticator apps and passkeys as it was when this process started. */
  brand: () => { name: string }
  /** How passwords are hashed; slowly, as the provider does it, when absent. */
  passwords?: Passwords
  /** SQL on the schema `auth` with mail in the same transaction. */
  transact: Transact
  /** Google and GitHub. */
  external: ExternalOptions
  /** Whether this subject must prove more than a password: an admin, where the operator asks it of admins. */
  mustProve: (subject: string) => Promise<boolean>
  /** A session began for this subject. */
  onSignIn: (subject: string) => Promise<void>
  /** The providers of workspaces, and whose members may sign in no other way. */
  signOns: SignOns
  log: { error: (details: object, message: string) => void }
}

const DAY_S = 86_400

/** @returns the origins whose pages may speak for the cookie: the public one, and the address at hand when it is this machine. */
export function trustedOrigins(publicUrl: string, host: string | null): string[] {
  const origins = [new URL(publicUrl).origin]
  if (host !== null && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host)) origins.push(`http://${host}`)
  return origins
}

const jwtPlugin = (publicUrl: string) =>
  jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' }, rotationInterval: 90 * DAY_S, gracePeriod: DAY_S },
    jwt: {
      issuer: publicUrl,
      audience: publicUrl,
      expirationTime: '15m',
      // Who it is, never what they may do.
      definePayload: ({ user, session }) => ({ email: user.email, name: user.name, sid: session.id }),
    },
  })

/** The schema it works on is migrations 0020 and 0043. */
export const setUpBetterAuth = ({
  pool,
  publicUrl,
  secret,
  brand,
  passwords,
  onSignIn,
  signOns,
  log,
}: Omit<EmbeddedOptions, 'transact' | 'external' | 'mustProve'>) =>
  betterAuth({
    // Shown by an authenticator app with its codes.
    appName: brand().name,
    baseURL: new URL(publicUrl).origin,
    basePath: BASE_PATH,
    secret,
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'auth', transaction: true },
    telemetry: { enabled: false },
    trustedOrigins: async (request) => trustedOrigins(publicUrl, request?.headers.get('host') ?? null),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: LIMITS.password.min_new,
      maxPasswordLength: LIMITS.password.max,
      ...(passwords && { password: passwords }),
    },
    session: {
      expiresIn: 30 * DAY_S,
      updateAge: DAY_S,
      freshAge: 0,
      additionalFields: {
        provenBy: { type: 'string', required: false, input: false },
        signOn: { type: 'string', required: false, input: false },
      },
    },
    // Counting is ours (throttle.ts): per account as well as per address.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'chowk',
      useSecureCookies: publicUrl.startsWith('https://'),
      // The cookie is of use to the provider alone, so it travels to the provider alone.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: BASE_PATH },
      ipAddress: { ipAddressHeaders: [IP_HEADER], ipv6Subnet: 128 },
      // Set explicitly, because better-auth switches both off when it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const signOn = signOnOf(session, context)
            if (signOn === null) await signOns.checkOtherWay(session.userId)
            return { data: { provenBy: await proofOf(session.userId, context), signOn } }
          },
          after: async (session) => onSignIn(session.userId),
        },
      },
    },
    // Refusals come back as answers; a failing database is thrown, so that it is answered like any other outage.
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      // The message alone: arguments may hold addresses and rows. A passkey that is not accepted is no fault of ours.
      log: (_level, message) => {
        if (!message.startsWith('Failed to verify')) log.error({ source: 'identity' }, message)
      },
    },
    plugins: [
      jwtPlugin(publicUrl),
      twoFactorPlugin(secret),
      secondStepPlugin(),
      passkeyPlugin(publicUrl, brand().name),
      enterPlugin(),
    ],
  })
export type BetterAuth = ReturnType<typeof setUpBetterAuth>
