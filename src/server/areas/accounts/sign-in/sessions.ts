/**
 * Resolves the caller, once per request. The token only identifies the user; role, permissions and status come from our
 * own database at every request, so a lowered role or a block takes effect immediately.
 */
import type { ApiKeyId } from '#contract/accounts/api-keys.ts'
import type { AssistantId } from '#contract/accounts/assistants.ts'
import { permissionsOf, type Role, rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import { findKeyOwner, isKeyLive } from '#server/areas/accounts/api-keys/api-keys.ts'
import { isConnected } from '#server/areas/accounts/assistants/assistants.store.ts'
import { findTokenOwner } from '#server/areas/accounts/assistants/assistants.ts'
import { isAccessToken } from '#server/areas/accounts/assistants/secrets.ts'
import { findActingRole } from '#server/areas/accounts/users/second-factor.ts'
import { findOrCreateCaller, isStillAllowed } from '#server/areas/accounts/users/users.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'

/** RFC 6750: one scheme, one space, one token; the three parts of a token, of which an emulator's last is empty. */
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i
const BEARER_KEY = /^Bearer (chowk_[\w-]{1,80})$/i

type CallerRow = NonNullable<Awaited<ReturnType<typeof findOrCreateCaller>>>
type Standing = Pick<CallerRow, 'status' | 'status_reason' | 'blocked_until'>

function refuseInactive({ status, status_reason, blocked_until }: Standing): void {
  const because = status_reason ? ` Reason: ${status_reason}` : ''
  const until = blocked_until ? ` until ${blocked_until.toISOString()}` : ''
  if (status === 'blocked')
    throw new AppError('account_blocked', { message: `This account is blocked${until}.${because}` })
  if (status === 'deactivated')
    throw new AppError('account_inactive', { message: `This account is deactivated.${because}` })
}

/** A key never carries admin rights: it is limited to what a creator may do. */
const roleOfKey = (role: Role): Role => (rankOf(role) > rankOf('creator_admin') ? 'creator_admin' : role)

async function resolveKey(db: Database, secret: string): Promise<UserCaller> {
  const row = await findKeyOwner(db, secret)
  if (!row) throw new AppError('unauthenticated', { message: 'This API key is not known, was revoked or has expired.' })
  refuseInactive(row)
  const { id, email, display_name, key_id, scopes, allowed_origins, made_by } = row
  const role = roleOfKey(row.role)
  const permissions = new Set(permissionsOf(role))
  const api_key = { id: key_id, scopes, allowed_origins, owner_role: row.role, ...(made_by && { made_by }) }
  return { type: 'user', id, role, permissions, email, display_name, session_id: null, api_key }
}

/** What an assistant asks counts as its user's, within the scopes and for the MCP server that they agreed to. */
async function resolveAssistant(db: Database, token: string): Promise<UserCaller> {
  const row = await findTokenOwner(db, token)
  if (!row)
    throw new AppError('unauthenticated', { message: 'This access token is not known, was revoked or has expired.' })
  refuseInactive(row)
  const { id, email, display_name, assistant_id, scopes, resource } = row
  const role = roleOfKey(row.role)
  const permissions = new Set(permissionsOf(role))
  const api_key = { id: assistant_id, scopes, resource, allowed_origins: null, owner_role: row.role }
  return { type: 'user', id, role, permissions, email, display_name, session_id: null, api_key }
}

const isStillOpen = (db: Database, { id, resource }: NonNullable<UserCaller['api_key']>): Promise<boolean> =>
  resource === undefined ? isKeyLive(db, id as ApiKeyId) : isConnected(db, id as AssistantId)

export interface SessionOptions {
  requireAdminTwoFactor?: boolean
  /** Of a provider that keeps the accounts elsewhere: who signs in first with this verified address is the first super admin. */
  firstAdminEmail?: string | null
}

/**
 * A token is verified without the database; one statement then reads the user, the current role and status, and whether
 * the session behind the token still exists. Only a user's first request costs more.
 */
export const createSessions = (
  db: Database,
  identity: Pick<IdentityProvider, 'verify'>,
  { requireAdminTwoFactor = false, firstAdminEmail = null }: SessionOptions = {},
): Sessions => ({
  async resolve(authorization) {
    const key = BEARER_KEY.exec(authorization)?.[1]
    if (key !== undefined) return isAccessToken(key) ? resolveAssistant(db, key) : resolveKey(db, key)
    const token = BEARER.exec(authorization)?.[1]
    const verified = token === undefined ? null : await identity.verify(token)
    const row = verified && (await findOrCreateCaller(db, verified, firstAdminEmail))
    if (!verified || !row?.session_live) throw new AppError('unauthenticated')
    refuseInactive(row)
    const { id, email, display_name } = row
    const acting = requireAdminTwoFactor ? await findActingRole(db, row.role, verified) : { role: row.role }
    const permissions = new Set(permissionsOf(acting.role))
    const { session_id, signed_in_at } = verified
    return {
      type: 'user',
      id,
      ...acting,
      permissions,
      email,
      display_name,
      session_id,
      ...(signed_in_at && { signed_in_at }),
    }
  },
  stillValid: async (caller) =>
    caller.type === 'visitor' ||
    ((await isStillAllowed(db, caller)) && (caller.api_key === undefined || isStillOpen(db, caller.api_key))),
})
