/** The verbs of members: inviting, roles, and leaving. None of them reveals which accounts exist. */

import { AppError } from '#contract/core/errors.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { type PhraseText, say } from '#contract/phrases/phrases.ts'
import { MEMBERS, type MemberRole, type WorkflowRole } from '#contract/workflows/workflow-members.ts'
import type { SharedWorkflow, WorkflowMembers } from '#contract/workflows/workflow-sharing.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { lockToEdit } from './drafts.ts'
import { requireAccess } from './edits.ts'
import * as store from './members.store.ts'
import type { EditGrant, LookGrant } from './workflows.policy.ts'

/** Workflows of others, last changed first. @param askProof whether addresses can be confirmed here */
export async function listShared(
  db: Queryable,
  grant: LookGrant,
  askProof: boolean,
): Promise<{ items: SharedWorkflow[] }> {
  const rows = await store.findShared(db, grant.on, askProof)
  return { items: rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })) }
}

/** @throws not_found */
export async function listMembers(db: Queryable, grant: LookGrant, id: WorkflowId): Promise<WorkflowMembers> {
  const { role } = await requireAccess(db, grant, id)
  const isOwner = role === 'owner'
  const members = await store.findMembers(db, id)
  const invitations = isOwner ? await store.findInvitations(db, id) : []
  return {
    members: members.map((one) => ({
      ...one,
      email: isOwner ? one.email : null,
      is_you: one.user_id === grant.on,
    })),
    invitations: invitations.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

/** Only the owner changes who is in. @throws not_found, also for a stranger; forbidden */
async function lockToShare(tx: Queryable, grant: LookGrant, id: WorkflowId): Promise<void> {
  await requireAccess(tx, grant, id)
  const { role } = await lockToEdit(tx, grant, id)
  if (role !== 'owner') throw new AppError('forbidden', { message: 'Only the owner of this workflow can share it.' })
}

const ASKED = {
  editor: '{person} asks you to work on “{name}”',
  viewer: '{person} asks you to look at “{name}”',
} as const satisfies Record<MemberRole, PhraseText>

const nameOf = (by: Caller) => (by.type === 'user' ? by.display_name : '')

/**
 * Invites a person. An account with the address is notified, once it has confirmed it where that is possible
 * (`askProof`); the caller
 * sees no difference when there is none.
 * @throws not_found, forbidden, limit_reached, already_exists for a current member, too_many_requests
 */
export async function inviteMember(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  { email, role, askProof }: { email: string; role: MemberRole; askProof: boolean },
): Promise<WorkflowMembers> {
  await db.transaction().execute(async (tx) => {
    await lockToShare(tx, grant, id)
    const limit = rateLimitFor('workflow invitations', { key: grant.on, shared: false }, MEMBERS.invitations_per_hour)
    await enforceRateLimit(tx, [limit], 'You’ve invited many people')
    // Members are known to the caller anyway: this reveals nothing about other accounts.
    if ((await store.findByEmail(tx, id, email)) !== null)
      throw new AppError('already_exists', { message: 'They’re already a member of this workflow.' })
    if ((await store.countMembers(tx, id)) >= MEMBERS.most)
      throw new AppError('limit_reached', { message: `A workflow can have up to ${MEMBERS.most} members.` })
    const user = await store.upsertInvitation(tx, { workflow: id, email, role, by: grant.on }, askProof)
    if (user === null) return
    const { name } = await requireAccess(tx, grant, id)
    await notify(tx, user, {
      kind: 'workflow_shared',
      title: say(ASKED[role], { person: nameOf(grant.by), name }),
      message: say('Open it to join.'),
      href: `/my-workflows/${id}?join=1`,
      group: `workflow shared ${id}`,
    })
  })
  return listMembers(db, grant, id)
}

/** @throws not_found, also for who is no member; forbidden */
export async function setMemberRole(
  db: Database,
  grant: EditGrant,
  { id, user, role }: { id: WorkflowId; user: UserId; role: MemberRole },
): Promise<WorkflowMembers> {
  await db.transaction().execute(async (tx) => {
    await lockToShare(tx, grant, id)
    if (!(await store.setRole(tx, { workflow: id, user, role }))) throw new AppError('not_found')
  })
  return listMembers(db, grant, id)
}

/** The owner removes a member, or a member leaves. @throws not_found, forbidden */
export async function removeMember(db: Database, grant: LookGrant, id: WorkflowId, user: UserId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const leaves = user === grant.on
    const { role } = await requireAccess(tx, grant, id)
    if (leaves && role === 'owner') throw new AppError('forbidden', { message: 'The owner can’t leave.' })
    if (!leaves) await lockToShare(tx, grant, id)
    if (!(await store.deleteMember(tx, id, user))) throw new AppError('not_found')
  })
}

/** @throws not_found, forbidden */
export async function withdrawInvitation(
  db: Database,
  grant: EditGrant,
  id: WorkflowId,
  invitation: string,
): Promise<WorkflowMembers> {
  await db.transaction().execute(async (tx) => {
    await lockToShare(tx, grant, id)
    if (!(await store.deleteInvitation(tx, id, invitation))) throw new AppError('not_found')
  })
  return listMembers(db, grant, id)
}

/**
 * Follows one's invitation. @param askProof whether addresses can be confirmed here
 * @returns what one is to it now
 * @throws not_found, also where one was not asked, and while the address that was asked is not confirmed
 */
export async function joinWorkflow(
  db: Database,
  grant: LookGrant,
  id: WorkflowId,
  askProof: boolean,
): Promise<{ role: WorkflowRole }> {
  return db.transaction().execute(async (tx) => {
    await store.acceptInvitation(tx, id, grant.on, askProof)
    const { role } = await requireAccess(tx, grant, id)
    return { role }
  })
}
