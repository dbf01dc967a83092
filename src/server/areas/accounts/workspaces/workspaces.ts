/** The verbs of workspaces and their members. Every change of who belongs to one is in the audit log. */

import { mayIn, WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Workspace, WorkspaceMember, WorkspacePeople } from '#contract/accounts/workspaces.ts'
import { type Role, rankOf } from '#contract/core/access.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import type { Page } from '#server/platform/page.ts'
import { presentInvitation, presentMember, presentWorkspace } from './present.ts'
import { noteRemoval } from './removals.store.ts'
import { makeSlug } from './slug.ts'
import { type Membership, mayGive, mayManageWorkspace, mayRemove, maySeePeople } from './workspaces.policy.ts'
import * as store from './workspaces.store.ts'

type Use = Grant<'workspace.use', UserId>

/** @throws not_found */
export async function loadWorkspace(db: Queryable, id: UserId, person: UserId): Promise<Workspace> {
  const row = await store.findWorkspace(db, id, person)
  if (!row) throw new AppError('not_found')
  return presentWorkspace(row)
}

export const audit = (tx: Queryable, by: UserId, action: string, workspace: UserId, details: JsonObject) =>
  insertAudit(tx, { actor_id: by, action, target_id: workspace, reason: null, details })

export async function listWorkspaces(db: Queryable, { on }: Use, { limit, offset }: Page) {
  const rows = await store.findWorkspaces(db, on)
  return { items: rows.slice(offset, offset + limit).map(presentWorkspace), total: rows.length, limit, offset }
}

/** The account of a workspace may do what its maker may on this installation, except administer it. */
const roleOfAccount = (role: Role): Role => (rankOf(role) > rankOf('creator_admin') ? 'creator_admin' : role)

const taken = () => fieldError('slug', 'This address is already taken.', 'already_exists')

/** Its maker is its first owner. @throws already_exists with the field, plan_limit at ten workspaces */
export const createWorkspace = (
  db: Database,
  { by, on }: Use,
  { name, slug }: { name: string; slug?: string | undefined },
): Promise<Workspace> =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, on)
    if ((await store.countMadeBy(tx, on)) >= WORKSPACES.per_person)
      throw new AppError('plan_limit', { message: `You can create up to ${WORKSPACES.per_person} workspaces.` })
    const chosen = slug ?? (await makeSlug(name, (one) => store.isSlugTaken(tx, one)))
    const role = roleOfAccount((by as UserCaller).role)
    const id = await store.insertWorkspace(tx, { name, slug: chosen, by: on, role })
    if (id === null) throw taken()
    await audit(tx, on, 'workspace.create', id, { name, slug: chosen })
    return loadWorkspace(tx, id, on)
  })

/** Locks the workspace and reads the caller's place in it, as it is now. */
export async function lockMembership(tx: Queryable, id: UserId, person: UserId): Promise<Membership | null> {
  await store.lockWorkspace(tx, id)
  return store.findMembership(tx, id, person)
}

/** @throws not_found, forbidden, already_exists with the field */
export const updateWorkspace = (
  db: Database,
  use: Use,
  id: UserId,
  changes: { name: string; slug: string },
): Promise<Workspace> =>
  db
    .transaction()
    .execute(async (tx) => {
      mayManageWorkspace(use, await lockMembership(tx, id, use.on))
      const before = await loadWorkspace(tx, id, use.on)
      if (await store.isSlugTaken(tx, changes.slug, id)) throw taken()
      await store.updateWorkspace(tx, id, changes)
      const from = { name: before.name, slug: before.slug }
      await audit(tx, use.on, 'workspace.update', id, { from, to: changes })
      return loadWorkspace(tx, id, use.on)
    })
    // Another workspace took it at the same moment.
    .catch((error: unknown) => {
      throw isDuplicate(error) ? taken() : error
    })

/** @throws not_found */
export async function listPeople(db: Queryable, use: Use, id: UserId): Promise<WorkspacePeople> {
  const { on } = maySeePeople(use, await store.findMembership(db, id, use.on))
  const members = await store.findMembers(db, id)
  const invitations = mayIn(on.role, 'manage') ? await store.findInvitations(db, id) : []
  return { members: members.map(presentMember), invitations: invitations.map(presentInvitation) }
}

async function checkOwnerLeft(tx: Queryable, id: UserId, before: WorkspaceRole): Promise<void> {
  if (before === 'owner' && (await store.countOwners(tx, id)) <= 1) throw new AppError('last_owner')
}

/**
 * Takes effect with the member's next request. Who may no longer manage the workspace loses the keys they made for it and the invitations
 * they sent.
 * @throws not_found, forbidden, last_owner
 */
export const setMemberRole = (
  db: Database,
  use: Use,
  { id, person, role }: { id: UserId; person: UserId; role: WorkspaceRole },
): Promise<WorkspaceMember> =>
  db.transaction().execute(async (tx) => {
    const membership = await lockMembership(tx, id, use.on)
    mayManageWorkspace(use, membership)
    const member = await store.findMember(tx, id, person)
    if (member === null) throw new AppError('not_found')
    mayGive(use, membership, role, member.role)
    if (member.role === role) return presentMember(member)
    await checkOwnerLeft(tx, id, member.role)
    await store.setRole(tx, id, person, role)
    if (!mayIn(role, 'manage')) await store.deleteOpenedBy(tx, id, person)
    await audit(tx, use.on, 'workspace.set_role', id, { person, from: member.role, to: role })
    return presentMember({ ...member, role })
  })

/**
 * Everything stays with the workspace. The keys that the member made for it end, and so do the invitations they sent.
 * @throws not_found, forbidden, last_owner
 */
export const removeMember = (db: Database, use: Use, id: UserId, person: UserId): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const membership = await lockMembership(tx, id, use.on)
    maySeePeople(use, membership)
    const member = await store.findMember(tx, id, person)
    if (member === null) throw new AppError('not_found')
    const { action } = mayRemove(use, membership, member)
    await checkOwnerLeft(tx, id, member.role)
    await store.deleteMember(tx, id, person)
    await store.deleteOpenedBy(tx, id, person)
    const what = action === 'workspace.leave' ? 'workspace.leave' : 'workspace.remove'
    if (what === 'workspace.remove') await noteRemoval(tx, { workspace: id, person, by_directory: false })
    await audit(tx, use.on, what, id, { person, role: member.role })
  })
