/** What sign-on, directories and proven domains do alike where a person becomes a member, or follows the groups of a provider. */
import { randomUUID } from 'node:crypto'
import { mayIn, WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import * as members from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './sign-on.store.ts'

export interface SeatDeps {
  /** @throws plan_limit where the plan of the workspace has no seat more than `taken` */
  checkSeats: (tx: Queryable, workspace: UserId, taken: number) => Promise<void>
}

interface Joining {
  id: UserId
  person: UserId
  email: string
  role: WorkspaceRole
}

/**
 * An account that nobody has a password of. Its address counts as proven: the owner of its domain vouches for it.
 * @throws sign_up_closed, invitation_needed
 */
export async function createAccount(
  tx: Queryable,
  { name: given, email }: { name: string | null; email: string },
): Promise<store.PersonRow> {
  const account = randomUUID()
  const shown = given
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .slice(0, 120)
  const name = shown || email.split('@')[0] || email
  await store.insertAccount(tx, { account, name, email })
  await identityWork(tx).createUser({ subject: account, email, name, proof: 'address', language: null })
  return { account, user_id: await store.findUserOf(tx, account) }
}

/** The workspace must be locked. @param details of the entry in the audit log @throws plan_limit */
export async function join(
  tx: Queryable,
  { checkSeats }: SeatDeps,
  { id, person, email, role }: Joining,
  details: JsonObject,
): Promise<void> {
  const taken = await members.countSeats(tx, id, email)
  await checkSeats(tx, id, taken)
  if (taken >= WORKSPACES.members)
    throw new AppError('plan_limit', { message: `A workspace can have up to ${WORKSPACES.members} people.` })
  await store.deleteInvitationTo(tx, id, email)
  await members.insertMember(tx, id, person, role)
  await audit(tx, person, 'workspace.join', id, { role, ...details })
}

/** Owners who were made so by a person stay owners, and so does the last one. */
async function keepsRole(tx: Queryable, id: UserId, person: UserId, role: WorkspaceRole): Promise<boolean> {
  if (role !== 'owner') return false
  return !(await store.isRoleByGroups(tx, id, person)) || (await members.countOwners(tx, id)) <= 1
}

/**
 * Gives a member the role of their groups. Who may no longer manage the workspace loses the keys they made for it.
 * @param by what the groups came from
 */
export async function followGroups(
  tx: Queryable,
  { id, person, role }: Omit<Joining, 'email'>,
  before: WorkspaceRole,
  { actor, by }: { actor: UserId; by: string },
): Promise<void> {
  if (before === role || (await keepsRole(tx, id, person, before))) return
  await store.setRoleByGroups(tx, id, person, role)
  if (!mayIn(role, 'manage')) await members.deleteOpenedBy(tx, id, person)
  await audit(tx, actor, 'workspace.set_role', id, { person, from: before, to: role, by })
}
