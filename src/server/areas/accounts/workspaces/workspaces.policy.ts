/** Who may do what in a workspace. The only place that mints grants on them. To those who aren't members, a workspace doesn't exist. */
import { mayGiveRole, mayIn, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Workspace } from '#contract/accounts/workspaces.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** The caller's place in a workspace, read in the transaction that acts. */
export interface Membership {
  workspace_id: UserId
  role: WorkspaceRole
}

/** @throws unauthenticated */
export function mayUseWorkspaces(caller: Caller): Grant<'workspace.use', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('workspace.use', caller, caller.id)
}

type Use = Grant<'workspace.use', UserId>

/** Who else is a member is known to every member. @throws not_found */
export function maySeePeople({ by }: Use, membership: Membership | null): Grant<'workspace.see', Membership> {
  if (membership === null) throw new AppError('not_found')
  return mint('workspace.see', by, membership)
}

const MANAGERS_ONLY = 'Only owners and admins of the workspace can do this.'
const OWNERS_ONLY = 'Only an owner of the workspace can do this.'

/** @throws not_found, forbidden */
export function mayManageWorkspace(use: Use, membership: Membership | null): Grant<'workspace.manage', Membership> {
  const { by, on } = maySeePeople(use, membership)
  if (!mayIn(on.role, 'manage')) throw new AppError('forbidden', { message: MANAGERS_ONLY })
  return mint('workspace.manage', by, on)
}

/** What could be turned against owners: how people sign in. @throws not_found, forbidden */
export function mayOwnWorkspace(use: Use, membership: Membership | null): Grant<'workspace.own', Membership> {
  const { by, on } = maySeePeople(use, membership)
  if (on.role !== 'owner') throw new AppError('forbidden', { message: OWNERS_ONLY })
  return mint('workspace.own', by, on)
}

/** Inviting as a role, and giving one to a member. @throws not_found, forbidden */
export function mayGive(
  use: Use,
  membership: Membership | null,
  role: WorkspaceRole,
  before: WorkspaceRole = role,
): Grant<'workspace.manage', Membership> {
  const grant = mayManageWorkspace(use, membership)
  const { role: own } = grant.on
  if (!mayGiveRole(own, role) || !mayGiveRole(own, before)) throw new AppError('forbidden', { message: OWNERS_ONLY })
  return grant
}

/** Removing a member; oneself always. @throws not_found, forbidden */
export function mayRemove(
  use: Use,
  membership: Membership | null,
  target: { user_id: UserId; role: WorkspaceRole },
): Grant<'workspace.manage' | 'workspace.leave', Membership> {
  if (target.user_id !== use.on) return mayGive(use, membership, target.role)
  const { by, on } = maySeePeople(use, membership)
  return mint('workspace.leave', by, on)
}

/** What its deletion would meet, which only owners may know and do. @throws forbidden */
export function maySeeWorkspaceDeletion(
  { by }: Use,
  workspace: Pick<Workspace, 'id' | 'role'>,
): Grant<'workspace.see_deletion', UserId> {
  if (workspace.role !== 'owner') throw new AppError('forbidden', { message: OWNERS_ONLY })
  return mint('workspace.see_deletion', by, workspace.id)
}

/**
 * Deleting a workspace with everything in it: an owner, who has typed its name and shown just now that it is them.
 * @throws not_found, forbidden, invalid_input (the typed name), confirmation_needed
 */
export function mayDeleteWorkspace(
  caller: UserCaller,
  { workspace, name, fresh }: { workspace: Pick<Workspace, 'id' | 'name' | 'role'>; name: string; fresh: boolean },
): Grant<'workspace.delete', UserId> {
  if (workspace.role !== 'owner') throw new AppError('forbidden', { message: OWNERS_ONLY })
  if (name.trim() !== workspace.name) throw fieldError('name', 'This isn’t the name of the workspace')
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('workspace.delete', caller, workspace.id)
}
