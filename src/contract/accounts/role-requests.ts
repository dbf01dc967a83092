/** Requests for a role (product decisions: roles need approval, never payment). `user-management.ts` decides them. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { ROLES, type Role, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'

/** The roles that may be asked for; admins are appointed. */
export const REQUESTABLE_ROLES = ['seller', 'creator_admin'] as const satisfies readonly Role[]
export type RequestableRole = (typeof REQUESTABLE_ROLES)[number]

export const ROLE_REQUEST_STATUSES = ['open', 'approved', 'rejected', 'withdrawn'] as const

export const RoleRequest = z.object({
  id: z.uuid(),
  role: z.enum(REQUESTABLE_ROLES),
  reason: z.string(),
  status: z.enum(ROLE_REQUEST_STATUSES),
  /** What the admin said; always there when it was rejected. */
  decision_reason: z.string().nullable(),
  created_at: Timestamp,
  decided_at: Timestamp.nullable().describe('Null while it is open.'),
})
export type RoleRequest = z.infer<typeof RoleRequest>

export const RoleRequestState = z.object({
  role: z.enum(ROLES),
  /** The newest request; null when nothing was ever asked. */
  latest: RoleRequest.nullable(),
  /** Which role may be asked for now, and why another may not. */
  roles: z.array(z.object({ role: z.enum(REQUESTABLE_ROLES), ability: Ability })),
})
export type RoleRequestState = z.infer<typeof RoleRequestState>

export const requestReason = z
  .string()
  .trim()
  .min(1, 'Describe what you want to do with this role')
  .max(ROLE_REQUESTS.reason_chars, `Use at most ${ROLE_REQUESTS.reason_chars} characters`)

export const roleRequestEndpoints = {
  getRoleRequests: endpoint({
    method: 'GET',
    path: '/api/v1/role-requests',
    access: signedIn,
    returns: RoleRequestState,
  }),
  requestRole: endpoint({
    method: 'POST',
    path: '/api/v1/role-requests',
    access: signedIn,
    body: z.strictObject({ role: z.enum(REQUESTABLE_ROLES), reason: requestReason }),
    returns: RoleRequestState,
    success: 201,
    errors: ['role_request_refused'],
  }),
  withdrawRoleRequest: endpoint({
    method: 'POST',
    path: '/api/v1/role-requests/{id}/withdraw',
    access: signedIn,
    params: z.object({ id: z.uuid() }),
    returns: RoleRequestState,
    errors: ['not_found', 'illegal_transition'],
  }),
}
