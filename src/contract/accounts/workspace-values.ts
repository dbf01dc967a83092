/** Roles, rights and limits of workspaces, without schemas: for pages and the server alike (decision 0350). */

import { type Permission, permissionsOf, type Role } from '#contract/core/access.ts'

/** From the one who answers for the workspace to the one who only pays its bills. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'builder', 'reviewer', 'member', 'billing'] as const
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number]

/** `reveal`: seeing personal data in lists that mask it (decision 0362). */
export const RIGHTS = [
  'member',
  'view',
  'run',
  'review',
  'reveal',
  'build',
  'bills',
  'pay',
  'manage',
  'transfer',
] as const
export type WorkspaceRight = (typeof RIGHTS)[number]

/**
 * The one table of rights, read by buttons and the server. Owners have no further right over what is in the workspace; making owners
 * and closing the workspace is theirs alone, and asked by the rules of members.
 */
const RIGHTS_OF_ROLE: Record<WorkspaceRole, ReadonlySet<WorkspaceRight>> = {
  owner: new Set(RIGHTS),
  admin: new Set(RIGHTS),
  builder: new Set(['member', 'view', 'run', 'review', 'build'] as const),
  reviewer: new Set(['member', 'view', 'run', 'review', 'reveal'] as const),
  member: new Set(['member', 'view', 'run'] as const),
  billing: new Set(['member', 'bills', 'pay'] as const),
}

/** Permissions of the platform that in a workspace are for those who build. */
const FOR_BUILDERS: ReadonlySet<Permission> = new Set(['agents.create', 'workflows.create', 'workflows.manage'])

/** Permissions that are for those who see runs and services. */
const FOR_VIEWERS: ReadonlySet<Permission> = new Set(['pods.view_own', 'pods.create.subscribed_agent'])

/** What a member may do of what the account of the workspace may. */
export const permissionsIn = (account: Role, role: WorkspaceRole): Permission[] =>
  permissionsOf(account)
    .filter((permission) => mayIn(role, 'build') || !FOR_BUILDERS.has(permission))
    .filter((permission) => mayIn(role, 'view') || !FOR_VIEWERS.has(permission))

export const mayIn = (role: WorkspaceRole, right: WorkspaceRight): boolean => RIGHTS_OF_ROLE[role].has(right)

/** The roles that have a right. */
export const rolesWith = (right: WorkspaceRight): WorkspaceRole[] =>
  WORKSPACE_ROLES.filter((role) => mayIn(role, right))

/** Owners and admins invite, remove and give roles; who is an owner only owners decide. */
export const mayGiveRole = (by: WorkspaceRole, role: WorkspaceRole): boolean =>
  by === 'owner' || (by === 'admin' && role !== 'owner')

/**
 * What has to be settled before a workspace is deleted. `earnings`: of sales, not paid out yet. `runs`: those that hold money. `acceptance`:
 * results that wait to be accepted, of the workspace or of its buyers.
 */
export const OPEN_MONEY = ['runs', 'acceptance', 'orders', 'refunds', 'disputes', 'payouts', 'earnings'] as const
export type OpenMoneyKind = (typeof OPEN_MONEY)[number]

/** Small letters and digits, with hyphens between them. */
export const WORKSPACE_SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

export const WORKSPACES = {
  name_chars: 60,
  slug_chars: 40,
  /** That one person makes. */
  per_person: 10,
  /** People in one workspace. */
  members: 200,
  invitation_days: 14,
  invitations_per_hour: 60,
  /** The least and the most that a session may be limited to. */
  session_hours: [1, 720],
  idle_minutes: [5, 1440],
} as const
