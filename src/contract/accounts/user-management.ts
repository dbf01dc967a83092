/** Managing users (§6, §7). Who may do what to whom is decided by `areas/accounts/users/users.policy.ts`. */
import { z } from 'zod'
import { RoleRequest } from '#contract/accounts/role-requests.ts'
import { USER_STATUSES } from '#contract/accounts/user-values.ts'
import { ROLES, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { listOf, page, Timestamp, UserId, wholeList } from '#contract/core/primitives.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { LONGEST_BLOCK_DAYS, USER_SORTS } from './user-rules.ts'

export const ManagedUser = z.object({
  id: UserId,
  email: z.string(),
  workspace: z.string().nullable().describe('The slug of a workspace, which nobody signs in to; null for a person.'),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  role: z.enum(ROLES),
  /** A block whose time has passed reads `active`. */
  status: z.enum(USER_STATUSES),
  status_reason: z.string().nullable(),
  /** Null while blocked means for ever. */
  blocked_until: Timestamp.nullable(),
  /** The person deleted the account: what has to be kept of it is nobody's any more. */
  is_deleted: z.boolean(),
  is_verified: z.boolean(),
  created_at: Timestamp,
  last_login: Timestamp.nullable().describe('Null before the first sign-in.'),
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** In the list of all users: with the role that they ask for, while that is not decided. */
export const ListedUser = ManagedUser.extend({ request: RoleRequest.nullable() })
export type ListedUser = z.infer<typeof ListedUser>

export const PendingUser = z.object({ user: ManagedUser, request: RoleRequest })
export type PendingUser = z.infer<typeof PendingUser>

/** A role as callers name it: `user` is another name of basic_user (specification §6). */
const RoleInput = z.enum([...ROLES, 'user']).transform((role) => (role === 'user' ? 'basic_user' : role))

const manage = withPermission('users.manage')
const params = z.object({ id: UserId })
const reason = z.string().trim().max(ROLE_REQUESTS.reason_chars, `Use at most ${ROLE_REQUESTS.reason_chars} characters`)
/** Of an act that is never done without one. */
export const RequiredReason = reason.min(1, 'A reason is required')
const optional = reason.default('')
/** §7 speaks of pages: the first is 1. */
const paged = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(LIMITS.pages.max).default(25),
}
const act = { access: manage, params, returns: ManagedUser } as const
const newRole = z.strictObject({ new_role: RoleInput, reason: optional })

export const userManagementEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/v1/users',
    access: manage,
    query: z.object({
      ...paged,
      role: RoleInput.optional(),
      status: z.enum(USER_STATUSES).optional(),
      /** Part of the name or of the email, or an id. With fewer than three letters or digits in a row, the beginning of the name. */
      search: z.string().max(200).optional(),
      sort: z.enum(USER_SORTS).default('newest'),
    }),
    returns: listOf(ListedUser),
  }),
  setUserRole: endpoint({
    ...act,
    method: 'PUT',
    path: '/api/v1/users/{id}/role',
    body: z.strictObject({ role: RoleInput, reason: optional }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  listPendingUsers: endpoint({
    method: 'GET',
    path: '/api/v1/user-management/pending-approval',
    access: manage,
    query: z.object(paged),
    returns: listOf(PendingUser),
  }),
  decideUser: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/user-management/{id}/approve',
    body: z
      .strictObject({ approve: z.boolean(), reason: optional })
      .refine(({ approve, reason: said }) => approve || said !== '', {
        path: ['reason'],
        message: 'A reason is required to reject a request',
      }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  blockUser: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/user-management/{id}/block',
    body: z.strictObject({
      reason: RequiredReason,
      duration_days: z.number().int().min(1).max(LONGEST_BLOCK_DAYS).nullable().default(null),
    }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  activateUser: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/user-management/{id}/activate',
    body: z.strictObject({ reason: optional }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  upgradeRole: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/user-management/{id}/upgrade-role',
    body: newRole,
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  downgradeRole: endpoint({
    ...act,
    method: 'POST',
    path: '/api/v1/user-management/{id}/downgrade-role',
    body: newRole,
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  listAssignableRoles: endpoint({
    method: 'GET',
    path: '/api/v1/user-management/assignable-roles',
    access: manage,
    query: wholeList(),
    returns: z.object({ assignable_roles: z.array(z.enum(ROLES)), ...page }),
  }),
  listBlockedUsers: endpoint({
    method: 'GET',
    path: '/api/v1/user-management/blocked-users',
    access: manage,
    query: z.object(paged),
    returns: listOf(ManagedUser),
  }),
}
