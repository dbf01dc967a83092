/**
 * Which signed-in shell a page is sent with. The session cookie travels to the identity provider alone, so a page load does not say who asks.
 * This cookie does, and opens nothing: the server reads the role of its person from it, as long as their session lasts, and draws the
 * navigation of that role.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findRoleInSession } from './users.store.ts'

const NAME = 'chowk_shell'
/** As long as a session of the embedded provider, in seconds. */
const LASTS_S = 30 * 24 * 60 * 60

/** `user.session.signature` */
const VALUE = /^([0-9a-f-]{36})\.([\w-]{1,100})\.([\w-]{43})$/

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(`shell ${content}`).digest('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const valueIn = (cookie: string): string | undefined =>
  cookie
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)

/**
 * Returns the `Set-Cookie` line for a person in a session of their own; null for everyone else, and where the browser has it already.
 * @param cookie the header as the browser sent it
 * @param isSecure browsers reach us over https
 */
export function shellCookieFor(
  { secret, isSecure }: { secret: string; isSecure: boolean },
  caller: Caller,
  cookie: string | null,
): string | null {
  if (caller.type !== 'user' || caller.session_id === null || caller.api_key || caller.viewed_by) return null
  const content = `${caller.id}.${caller.session_id}`
  const value = `${content}.${signatureOf(secret, content)}`
  if (cookie !== null && valueIn(cookie) === value) return null
  return `${NAME}=${value}; Path=/; Max-Age=${LASTS_S}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Returns how to read the role of the person behind a Cookie header: null without a session that lasts. */
export const createShellRoles =
  (db: Queryable, secret: string) =>
  async (cookie: string): Promise<Role | null> => {
    const [, user, session, signature] = VALUE.exec(valueIn(cookie) ?? '') ?? []
    if (user === undefined || session === undefined || signature === undefined) return null
    if (!timingSafeEqual(digest(signature), digest(signatureOf(secret, `${user}.${session}`)))) return null
    return findRoleInSession(db, user as UserId, session)
  }
