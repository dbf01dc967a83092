/**
 * Who opens /metrics and /metrics/health: programs with `METRICS_TOKEN`, and admins. Frames and plain links send no token of a session, so
 * /admin/metrics asks for a cookie that opens these two addresses for a quarter of an hour, and nothing else.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isAdminOrAbove, permissionsOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { MINUTE_MS } from '#shared/time.ts'

const LASTS_MS = 15 * MINUTE_MS
const NAME = 'chowk_metrics'

/** `user.session.expiry.signature`; the session is empty with a provider that has none. */
const TICKET = /^([0-9a-f-]{36})\.([\w-]{0,100})\.(\d{1,15})\.([\w-]{43})$/

const signatureOf = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(`metrics pages ${content}`).digest('base64url')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time, also where the lengths differ. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))

export interface OpenedPages {
  open_until: string
  /** A `Set-Cookie` line. */
  cookie: string
}

/** @param isSecure browsers reach us over https @throws unauthenticated */
export function openPages(
  { secret, isSecure, now = Date.now }: { secret: string; isSecure: boolean; now?: () => number },
  { by }: Grant<'metrics.read'>,
): OpenedPages {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const until = now() + LASTS_MS
  const content = `${by.id}.${by.session_id ?? ''}.${until}`
  const value = `${content}.${signatureOf(secret, content)}`
  const attributes = `Path=/metrics; Max-Age=${LASTS_MS / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return { open_until: new Date(until).toISOString(), cookie: `${NAME}=${value}; ${attributes}` }
}

/** Of the person behind a ticket, as far as it is asked whether they may still look: as an admin, in that session. */
const holderOf = (id: UserId, session: string): UserCaller => ({
  type: 'user',
  id,
  role: 'admin',
  permissions: new Set(permissionsOf('admin')),
  email: '',
  display_name: '',
  session_id: session === '' ? null : session,
})

/** The value of the cookie; browsers send the one with the longest path first. */
const ticketIn = (cookie: string): string | null =>
  cookie
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1) ?? null

export interface AccessParts {
  /** `METRICS_TOKEN`; null when there is none. */
  token: string | null
  secret: string
  sessions: Sessions
  now?: () => number
}

const BEARER = /^Bearer (\S{1,4000})$/i

/** @returns whether these headers open the pages */
export function createPagesAccess({ token, secret, sessions, now = Date.now }: AccessParts) {
  const isAdmin = async (authorization: string): Promise<boolean> => {
    try {
      const caller = await sessions.resolve(authorization)
      return caller.type === 'user' && caller.api_key === undefined && isAdminOrAbove(caller.role)
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return false
      throw error
    }
  }
  const isTicket = async (ticket: string): Promise<boolean> => {
    const [, user, session, until, signature] = TICKET.exec(ticket) ?? []
    if (user === undefined || session === undefined || until === undefined || signature === undefined) return false
    if (!isSame(signature, signatureOf(secret, `${user}.${session}.${until}`)) || Number(until) < now()) return false
    return sessions.stillValid(holderOf(user as UserId, session))
  }
  return async ({ authorization, cookie }: { authorization?: string | undefined; cookie?: string | undefined }) => {
    if (authorization !== undefined) {
      const given = BEARER.exec(authorization)?.[1]
      if (token !== null && given !== undefined && isSame(given, token)) return true
      return isAdmin(authorization)
    }
    const ticket = cookie === undefined ? null : ticketIn(cookie)
    return ticket !== null && isTicket(ticket)
  }
}
