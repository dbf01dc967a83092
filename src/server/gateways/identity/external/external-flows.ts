/** Sign-ins with an outside provider that are under way: begun in one browser, with one provider, answered once. */
import { createHash, randomBytes } from 'node:crypto'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Work } from '#server/gateways/identity-transaction.ts'

/** `workspace`: the provider of a workspace. */
export type FlowProvider = ExternalProvider | 'workspace'

export interface Flow {
  provider: FlowProvider
  /** Whom to connect; null signs in. */
  user_id: string | null
  /** RFC 7636. */
  verifier: string
  /** OpenID Connect: comes back inside the signed id token. */
  nonce: string
  /** The sign-on of a workspace it is with; null for Google and GitHub. */
  sign_on: string | null
}

const LIFETIME_S = 600
const random = (): string => randomBytes(32).toString('base64url')
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const COOKIE = 'chowk.external'

/** The cookie that ties a flow to its browser; an existing one is kept, so that two popups do not undo each other. */
export function browserKey(cookie: string | null): { key: string; isNew: boolean } {
  const found = (cookie ?? '').split(/; */).find((part) => part.startsWith(`${COOKIE}=`))
  const key = found?.slice(COOKIE.length + 1) ?? ''
  return /^[\w-]{43}$/.test(key) ? { key, isNew: false } : { key: random(), isNew: true }
}

export const browserCookie = (key: string, options: { secure: boolean; path: string }): string =>
  `${COOKIE}=${key}; Max-Age=86400; Path=${options.path}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`

/** @returns the state to send along, which is the only name of the flow */
export async function beginFlow(
  tx: Work,
  flow: Pick<Flow, 'provider' | 'user_id' | 'sign_on'>,
  browser: string,
): Promise<Flow & { state: string }> {
  const state = random()
  const begun = { ...flow, verifier: random(), nonce: random() }
  await tx.rows('delete from auth.external_flows where expires_at < now()')
  await tx.rows(
    `insert into auth.external_flows (state_hash, provider, browser_hash, user_id, verifier, nonce, sign_on, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
    [
      hashOf(state),
      begun.provider,
      hashOf(browser),
      begun.user_id,
      begun.verifier,
      begun.nonce,
      begun.sign_on,
      LIFETIME_S,
    ],
  )
  return { ...begun, state }
}

/**
 * Consumes the flow. An answer that arrives at another provider's page consumes it as well: it may be a mix-up attack.
 * @returns null when it is unknown, expired, used, or was started in another browser or with another provider
 */
export async function takeFlow(
  tx: Work,
  answer: { state: string; provider: FlowProvider },
  browser: string | null,
): Promise<Flow | null> {
  if (browser === null) return null
  const [flow] = await tx.rows<Flow & { live: boolean }>(
    `delete from auth.external_flows where state_hash = $1 and browser_hash = $2
     returning provider, user_id, verifier, nonce, sign_on, expires_at > now() as live`,
    [hashOf(answer.state), hashOf(browser)],
  )
  return flow?.live && flow.provider === answer.provider ? flow : null
}

export const challengeOf = (verifier: string): string => hashOf(verifier).toString('base64url')

export const staleState = (): AppError => new AppError('external_state')
