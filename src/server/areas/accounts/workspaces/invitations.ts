/** Invitations to a workspace: mailed to one address, good once and for a time. */
import { randomBytes } from 'node:crypto'
import { WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Workspace, WorkspaceInvitation, WorkspaceInvitationId } from '#contract/accounts/workspaces.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { joined, say } from '#contract/phrases/phrases.ts'
import { hashOfInvitation } from '#server/areas/accounts/invitations/admission.ts'
import { findLanguageOf } from '#server/areas/accounts/users/users.store.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { presentInvitation } from './present.ts'
import { mayGive, mayManageWorkspace } from './workspaces.policy.ts'
import * as store from './workspaces.store.ts'
import { audit, loadWorkspace, lockMembership } from './workspaces.ts'

type Use = Grant<'workspace.use', UserId>

export interface WorkspaceInvitationDeps {
  db: Database
  /** Where the link leads. */
  publicUrl: string
  brand: ReadBrand
  /** Whether addresses can be confirmed here. */
  askProof: boolean
  /** @throws plan_limit where the plan of the workspace has no seat more than `taken` */
  checkSeats: (tx: Queryable, workspace: UserId, taken: number) => Promise<void>
}

async function checkRoom(
  tx: Queryable,
  { checkSeats }: Pick<WorkspaceInvitationDeps, 'checkSeats'>,
  id: UserId,
  taken: number,
): Promise<void> {
  await checkSeats(tx, id, taken)
  if (taken >= WORKSPACES.members)
    throw new AppError('plan_limit', { message: `A workspace can have up to ${WORKSPACES.members} people.` })
}

/**
 * Mails a link. Inviting again sends a new one, and the earlier link opens nothing. Whether the address has an account is not revealed.
 * @throws not_found, forbidden, already_exists for a member, plan_limit, too_many_requests
 */
export const invite = (
  { db, publicUrl, brand, checkSeats }: WorkspaceInvitationDeps,
  use: Use,
  { id, email, role }: { id: UserId; email: string; role: WorkspaceRole },
): Promise<WorkspaceInvitation> =>
  db.transaction().execute(async (tx) => {
    mayGive(use, await lockMembership(tx, id, use.on), role)
    const limit = rateLimitFor('workspace invitations', { key: use.on, shared: false }, WORKSPACES.invitations_per_hour)
    await enforceRateLimit(tx, [limit], 'You’ve invited many people')
    if (await store.isMemberAddress(tx, id, email))
      throw new AppError('already_exists', { message: 'This person is already a member.' })
    await checkRoom(tx, { checkSeats }, id, await store.countSeats(tx, id, email))
    const token = randomBytes(32).toString('base64url')
    const row = await store.saveInvitation(tx, {
      workspace: id,
      email,
      role,
      token_hash: hashOfInvitation(token),
      by: use.on,
    })
    const { name } = await loadWorkspace(tx, id, use.on)
    await queueTemplatedMail(tx, {
      to: email,
      kind: 'workspace_invitation',
      values: { brand: brand().name, workspace: quoteLine(name), days: String(WORKSPACES.invitation_days) },
      body: joined(
        [
          `${publicUrl}/join/${token}`,
          say(
            'The link works once, and only for this email address. If you don’t know who invited you, you can ignore this email.',
          ),
        ],
        '\n\n',
      ),
      // Who has no account yet is asked in the language of who asks.
      language: await findLanguageOf(tx, use.on),
    })
    await audit(tx, use.on, 'workspace.invite', id, { email, role })
    return presentInvitation(row)
  })

/** Its link opens nothing any more. @throws not_found, also for one that was accepted; forbidden */
export const withdrawInvitation = (
  db: Database,
  use: Use,
  id: UserId,
  invitation: WorkspaceInvitationId,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    mayManageWorkspace(use, await lockMembership(tx, id, use.on))
    const email = await store.deleteInvitation(tx, id, invitation)
    if (email === null) throw new AppError('not_found')
    await audit(tx, use.on, 'workspace.withdraw_invitation', id, { email })
  })

/** What the holder of a link sees before they sign in. @throws link_invalid */
export async function lookAtInvitation(db: Queryable, token: string) {
  const found = await store.findOpenInvitation(db, hashOfInvitation(token))
  if (!found) throw new AppError('link_invalid', { message: EXPIRED })
  const { workspace, invited_by, email, role } = found
  return { workspace, invited_by, email, role }
}

const EXPIRED = 'This invitation has expired, was withdrawn or was already used. Ask for a new one.'

/**
 * Only the account with the invited address accepts, once it has proven it where that is possible.
 * @throws link_invalid, invitation_invalid for another account, address_unproven, plan_limit
 */
export const acceptInvitation = (
  { db, askProof, checkSeats }: WorkspaceInvitationDeps,
  use: Use,
  token: string,
): Promise<Workspace> =>
  db.transaction().execute(async (tx) => {
    const hash = hashOfInvitation(token)
    const seen = await store.findOpenInvitation(tx, hash)
    if (!seen) throw new AppError('link_invalid', { message: EXPIRED })
    await store.lockWorkspace(tx, seen.workspace_id)
    const found = await store.findOpenInvitation(tx, hash)
    if (!found) throw new AppError('link_invalid', { message: EXPIRED })
    const address = await store.findAddress(tx, use.on)
    if (address?.email !== found.email.toLowerCase()) throw new AppError('invitation_invalid')
    if (askProof && !address.proven) throw new AppError('address_unproven')
    // A plan may have ended since, or become smaller.
    await checkRoom(tx, { checkSeats }, found.workspace_id, await store.countMembers(tx, found.workspace_id))
    await store.deleteInvitation(tx, found.workspace_id, found.id)
    await store.insertMember(tx, found.workspace_id, use.on, found.role)
    await audit(tx, use.on, 'workspace.join', found.workspace_id, { role: found.role })
    return loadWorkspace(tx, found.workspace_id, use.on)
  })
