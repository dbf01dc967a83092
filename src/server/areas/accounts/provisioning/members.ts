/** People of a directory as members: let in, given the role of their groups, and removed. The workspace is locked. */
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { joined, say, verbatim } from '#contract/phrases/phrases.ts'
import { roleOf } from '#server/areas/accounts/sign-on/admit.ts'
import { createAccount, followGroups, join, type SeatDeps } from '#server/areas/accounts/sign-on/new-members.ts'
import { deleteInvitationTo, setRoleByGroups } from '#server/areas/accounts/sign-on/sign-on.store.ts'
import { noteRemoval } from '#server/areas/accounts/workspaces/removals.store.ts'
import * as members from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { type Directory, findProvenDomains } from './provisioning.store.ts'
import { checkRemovals } from './removals.ts'
import { isInDomains, nameOf } from './scim/resources.ts'
import { invalidValue, ScimError } from './scim/scim-error.ts'
import * as store from './scim.store.ts'

export interface MemberDeps extends SeatDeps {
  brand: ReadBrand
  publicUrl: string
}

const BY = { by: 'scim' }

/** Only addresses of domains that the workspace has proven. @throws ScimError invalidValue */
export async function checkDomain(tx: Queryable, workspace: UserId, email: string): Promise<void> {
  if (!isInDomains(email, await findProvenDomains(tx, workspace)))
    throw invalidValue(
      `${email} is in no domain that the workspace has proven. Prove the domain in People and settings, Sign-in.`,
    )
}

/** By name or by the id that the directory has, which Entra ID gives in the claims of its tokens. */
const roleIn = (directory: Directory, groups: readonly store.ScimGroupOfUser[]): WorkspaceRole =>
  roleOf(
    directory,
    groups.flatMap(({ name, external_id }) => (external_id === null ? [name] : [name, external_id])),
  )

/**
 * The account of a person who is active for the first time. An account that is there is joined where its address is proven, and never
 * one that asks for a second factor: its holder is invited, and agrees.
 * @throws ScimError, and sign_up_closed, invitation_needed
 */
async function findPerson(tx: Queryable, { workspace_id }: Directory, row: store.ScimUserRow): Promise<UserId> {
  const account = await store.findAccount(tx, workspace_id, row.email)
  if (account === null) return (await createAccount(tx, { name: nameOf(row), email: row.email })).user_id
  if (!account.is_proven)
    throw new ScimError(
      409,
      null,
      'There’s an account with this email address that nobody has confirmed. The person has to confirm it first, or set a new password by email.',
    )
  if (account.has_second_factor && !account.is_member)
    throw new ScimError(
      409,
      null,
      'There’s an account with this email address that is protected by a second factor. Invite the person to the workspace; once they have joined, they can be provisioned.',
    )
  return account.user_id
}

const tellJoined = (tx: Queryable, { brand, publicUrl }: MemberDeps, { workspace }: Directory, email: string) =>
  queueTemplatedMail(tx, {
    to: email,
    kind: 'sign_in_changed',
    values: { brand: brand().name },
    body: joined(
      [
        say('You’re now a member of the workspace {workspace}. The directory of your organisation added you.', {
          workspace: verbatim(quoteLine(workspace)),
        }),
        say('Sign in with your work account if it is offered, or set a password with “Forgot password?”:'),
        `${publicUrl}/login`,
      ],
      '\n\n',
    ),
  })

/** @throws ScimError, plan_limit, sign_up_closed, invitation_needed */
export async function letIn(
  tx: Queryable,
  deps: MemberDeps,
  directory: Directory,
  row: store.ScimUserRow,
): Promise<void> {
  const { workspace_id: id } = directory
  await checkDomain(tx, id, row.email)
  const person = row.user_id ?? (await findPerson(tx, directory, row))
  if (row.user_id === null) await store.setAccount(tx, row.id, person)
  if ((await members.findMember(tx, id, person)) !== null) return followRole(tx, directory, { ...row, user_id: person })
  const role = roleIn(directory, row.groups)
  await join(tx, deps, { id, person, email: row.email, role }, BY)
  await setRoleByGroups(tx, id, person, role)
  await tellJoined(tx, deps, directory, row.email)
}

/** Where no group has a role, people give roles. */
export async function followRole(tx: Queryable, directory: Directory, row: store.ScimUserRow): Promise<void> {
  const { workspace_id: id, roles } = directory
  if (row.user_id === null || roles.length === 0) return
  const before = await members.findMember(tx, id, row.user_id)
  if (before === null) return
  const role = roleIn(directory, row.groups)
  await followGroups(tx, { id, person: row.user_id, role }, before.role, { actor: id, ...BY })
}

/** Ends membership, sessions and keys. What they made stays in the workspace. @throws ScimError for the last owner, RemovalsStopped */
export async function remove(tx: Queryable, directory: Directory, row: store.ScimUserRow): Promise<void> {
  const { workspace_id: id } = directory
  await deleteInvitationTo(tx, id, row.email)
  const member = row.user_id === null ? null : await members.findMember(tx, id, row.user_id)
  if (member === null) return
  const { user_id: person, role } = member
  if (role === 'owner' && (await members.countOwners(tx, id)) <= 1)
    throw new ScimError(
      403,
      null,
      'This person is the last owner of the workspace and can’t be removed. Make another member an owner first.',
    )
  await checkRemovals(tx, directory)
  const sessions_ended = await store.endSessions(tx, id, person)
  await members.deleteMember(tx, id, person)
  await members.deleteOpenedBy(tx, id, person)
  await noteRemoval(tx, { workspace: id, person, by_directory: true })
  await audit(tx, id, 'workspace.remove', id, { person, role, sessions_ended, ...BY })
}
