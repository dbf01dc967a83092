/** The access rule of an endpoint, and that of maintenance, enforced before anything of the request is looked at. */

import type { Scope } from '#contract/accounts/key-values.ts'
import type { Maintenance } from '#contract/admin/setting-schemas.ts'
import type { EndpointName } from '#contract/api.ts'
import { type Access, isAdminOrAbove, type Permission, rankOf } from '#contract/core/access.ts'
import type { EndpointDefinition, Method } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'
import { ACCEPTED_IN_MAINTENANCE } from '#contract/endpoint-lists/accepted-in-maintenance.ts'
import { KEY_SCOPES } from '#contract/endpoint-lists/key-scopes.ts'
import { VIEW_READS } from '#contract/endpoint-lists/view-reads.ts'
import { accessDeniedText } from '#contract/platform/messages.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'

/**
 * What an API key may do is a matter of its scopes, whatever its user may.
 * @throws AppError forbidden when the endpoint is closed to keys or opened by another scope
 */
export function enforceScope(name: string, caller: Caller): void {
  if (caller.type === 'visitor' || caller.api_key === undefined) return
  const { scopes } = caller.api_key
  const opened: readonly Scope[] = KEY_SCOPES[name as EndpointName] ?? []
  if (opened.some((scope) => scopes.includes(scope))) return
  const who = caller.api_key.resource === undefined ? 'API key' : 'assistant'
  const message =
    opened.length === 0
      ? `An ${who} cannot do this.`
      : `This ${who} may not do this: it needs the scope ${opened.join(' or ')}.`
  throw new AppError('forbidden', { message })
}

/**
 * The token of an assistant is for one MCP server, and is refused at every other address of ours (RFC 8707).
 * @param url of the request
 * @throws AppError unauthenticated
 */
export function enforceResource(url: string, caller: Caller): void {
  const resource = caller.type === 'user' ? caller.api_key?.resource : undefined
  if (resource === undefined) return
  const path = url.replace(/[?#].*$/s, '').replace(/\/$/, '')
  if (path.toLowerCase() !== resource)
    throw new AppError('unauthenticated', { message: 'This access token is for another address.' })
}

/**
 * An admin who sees Chowk as another person reads what is named for views, and changes nothing.
 * @throws AppError viewing_read_only, viewing_closed
 */
export function enforceView(name: string, method: Method, caller: Caller): void {
  if (!isViewed(caller)) return
  if (method !== 'GET') throw new AppError('viewing_read_only')
  if (!VIEW_READS.has(name)) throw new AppError('viewing_closed')
}

/**
 * A key that is meant for the pages of certain sites is refused on all others. Programs that are no pages send no origin.
 * @throws AppError forbidden
 */
export function enforceOrigin(origin: string | undefined, caller: Caller): void {
  const allowed = caller.type === 'user' ? caller.api_key?.allowed_origins : null
  if (origin === undefined || !allowed || allowed.includes(origin)) return
  throw new AppError('forbidden', {
    message: 'This API key can’t be used on this site. Add the site to the origins of a key and use that one.',
  })
}

/** What each permission allows, as the text of a refusal names it. */
const ALLOWS: Record<Permission, readonly [action: string, resource: string]> = {
  'agents.view': ['view', 'agents'],
  'marketplace.browse': ['browse', 'marketplace'],
  'pods.view_own': ['view', 'services'],
  'pods.create.subscribed_agent': ['create', 'services'],
  'agents.create': ['create', 'agents'],
  'workflows.create': ['create', 'workflows'],
  'workflows.manage': ['manage', 'workflows'],
  'admin.access': ['access', 'admin'],
  'users.manage': ['manage', 'users'],
  'analytics.view': ['view', 'analytics'],
  'admin.agents.manage': ['manage', 'agents'],
}

/** The status keeps its own message (specification §8); the problem says which permission is missing. */
const denied = (action: string, resource: string): AppError =>
  new AppError('forbidden', { problems: [{ message: accessDeniedText(action, resource), code: 'forbidden' }] })

/** @throws AppError unauthenticated, forbidden, two_factor_required */
export function enforceAccess(access: Access, caller: Caller): void {
  if (access.type === 'public') return
  if (caller.type === 'visitor') throw new AppError('unauthenticated')
  // Of all rules that ask for more than an account, so that an admin is told what is missing instead of being turned away.
  if (caller.withheld !== undefined && access.type !== 'user') throw new AppError('two_factor_required')
  if (access.type === 'role' && rankOf(caller.role) < rankOf(access.role)) throw denied('access', 'admin')
  if (access.type === 'permission' && !caller.permissions.has(access.permission))
    throw denied(...ALLOWS[access.permission])
}

/** Seconds to wait where nobody said when it ends, and the bounds of what an expected end makes of it. */
const RETRY_S = { unknown: 120, least: 30, most: 3600 }

function retryAfter({ until }: Maintenance): number {
  if (until === null) return RETRY_S.unknown
  const left = Math.ceil((new Date(until).getTime() - Date.now()) / 1000)
  return Math.min(RETRY_S.most, Math.max(RETRY_S.least, left))
}

/**
 * Reads are open, and so is what `ACCEPTED_IN_MAINTENANCE` names. Admins do their work, but no key of theirs does.
 * @throws AppError maintenance
 */
export function enforceMaintenance(
  name: string,
  { method }: Pick<EndpointDefinition, 'method'>,
  caller: Caller,
  maintenance: Maintenance | null,
): void {
  if (maintenance === null || method === 'GET' || ACCEPTED_IN_MAINTENANCE.has(name as EndpointName)) return
  if (caller.type === 'user' && isAdminOrAbove(caller.role)) return
  throw new AppError('maintenance', {
    message: `Changes are paused for maintenance: ${maintenance.message}`,
    retryAfter: retryAfter(maintenance),
  })
}
