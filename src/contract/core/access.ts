/**
 * Who may do what (specification §6, decided in full by the product decisions): roles by rank, the permissions each adds,
 * the guards of pages and the access rules of endpoints. Plain data: the browser reads it to hide what the server would refuse.
 */

export const ROLES = ['basic_user', 'seller', 'creator_admin', 'admin', 'super_admin'] as const
export type Role = (typeof ROLES)[number]

/** 1 (basic_user) to 5 (super_admin). */
export const rankOf = (role: Role): number => ROLES.indexOf(role) + 1

export const PERMISSIONS = [
  'agents.view',
  'marketplace.browse',
  'pods.view_own',
  'pods.create.subscribed_agent',
  'agents.create',
  'workflows.create',
  'workflows.manage',
  'admin.access',
  'users.manage',
  'analytics.view',
  'admin.agents.manage',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const ADDED: Record<Role, readonly Permission[]> = {
  basic_user: ['agents.view', 'marketplace.browse', 'pods.view_own', 'pods.create.subscribed_agent'],
  seller: ['agents.create', 'workflows.create'],
  creator_admin: ['workflows.manage'],
  admin: ['admin.access', 'users.manage', 'analytics.view', 'admin.agents.manage'],
  super_admin: [],
}

/** All permissions a role holds: its own and those of every lower rank. */
export const permissionsOf = (role: Role): Permission[] => ROLES.slice(0, rankOf(role)).flatMap((r) => ADDED[r])

/** The role names a user holds by rank (`groups` of the User, §3). */
export const groupsOf = (role: Role): Role[] => ROLES.slice(0, rankOf(role))

export const isAdminOrAbove = (role: Role): boolean => rankOf(role) >= 4
export const isSellerOrAbove = (role: Role): boolean => rankOf(role) >= 2
export const isCreatorOrAbove = (role: Role): boolean => rankOf(role) >= 3

/** What the fallback user of §3 keeps: display state for an unreachable backend, it grants nothing. */
export const FALLBACK_PERMISSIONS: readonly Permission[] = ['agents.view', 'marketplace.browse']

/** Guards of §2.1. `super-admin` is the "further admin-type guard". */
export const GUARDS = ['public', 'guest-only', 'authenticated', 'seller-type', 'admin', 'super-admin'] as const
export type Guard = (typeof GUARDS)[number]

/**
 * The access rule of an endpoint.
 * - `public`: anyone; a valid token still identifies the caller. An invalid token makes its sender a visitor or,
 * with `stale_token: 'refused'`, answers 401: where ownership decides, the client must learn to refresh it.
 * - `user`: any active signed-in user.
 * - `role`: that rank or above. - `permission`: users with that permission.
 * The noun's policy also checks ownership of the addressed resource: a foreign id answers 404.
 */
export type Access =
  | { type: 'public'; stale_token?: 'refused' }
  | { type: 'user' }
  | { type: 'role'; role: Role }
  | { type: 'permission'; permission: Permission }

export const anyone: Access = { type: 'public' }
/** Anyone, but a token that is not believed answers 401. */
export const anyoneOrOwner: Access = { type: 'public', stale_token: 'refused' }
export const signedIn: Access = { type: 'user' }
export const roleAtLeast = (role: Role): Access => ({ type: 'role', role })
export const withPermission = (permission: Permission): Access => ({ type: 'permission', permission })
