/** Who comes from the provider of a workspace: their account, their membership and their role. A refusal changes nothing. */
import { randomUUID } from 'node:crypto'
import { domainOf } from '#contract/accounts/sign-on-values.ts'
import { mayIn, WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import * as members from '#server/areas/accounts/workspaces/workspaces.store.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { SignOnProfile } from '#server/gateways/sign-on/provider.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import * as store from './sign-on.store.ts'

export interface AdmitDeps {
  db: Database
  brand: ReadBrand
  /** @throws plan_limit where the plan of the workspace has no seat more than `taken` */
  checkSeats: (tx: Queryable, workspace: UserId, taken: number) => Promise<void>
}

interface Coming {
  profile: SignOnProfile
  email: string
  /** The account that is signed in in this browser. */
  holder: string | null
}

/** The role of the first group of the table that the person has. @throws sign_on_role */
export function roleOf(
  { roles, default_role }: Pick<store.SignOnRow, 'roles' | 'default_role'>,
  groups: readonly string[],
): WorkspaceRole {
  const found = roles.find(({ group }) => groups.includes(group))?.role ?? default_role
  if (found === null) throw new AppError('sign_on_role')
  return found
}

async function createAccount(tx: Queryable, { profile, email }: Coming): Promise<store.PersonRow> {
  const account = randomUUID()
  const shown = profile.name
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .slice(0, 120)
  const name = shown || email.split('@')[0] || email
  await store.insertAccount(tx, { account, name, email })
  await identityWork(tx).createUser({ subject: account, email, name, proof: 'address', language: null })
  return { account, user_id: await store.findUserOf(tx, account) }
}

/**
 * The account of a person whom the provider has named before; otherwise the one with their address, or a new one. An account is joined
 * where its address is proven: one that asks for a second factor only where it is a member already, or is signed in in this browser.
 * @throws sign_on_link_first, sign_on_other_person, sign_up_closed, invitation_needed
 */
async function findPerson(tx: Queryable, signOn: store.SignOnRow, coming: Coming): Promise<store.PersonRow> {
  const { profile, email, holder } = coming
  const linked = await store.findLinked(tx, signOn.id, profile.subject)
  if (linked !== null) return linked
  const account = await store.findAccount(tx, email, signOn)
  if (account?.is_linked) throw new AppError('sign_on_other_person')
  const isHere = account !== null && account.account === holder
  if (account !== null && !isHere) {
    if (!account.is_proven || (account.has_second_factor && !account.is_member))
      throw new AppError('sign_on_link_first')
  }
  const person = account ?? (await createAccount(tx, coming))
  await store.linkPerson(tx, { sign_on: signOn.id, subject: profile.subject, user: person.user_id })
  return person
}

/** @throws plan_limit */
async function join(
  tx: Queryable,
  { checkSeats }: AdmitDeps,
  id: UserId,
  person: UserId,
  email: string,
): Promise<void> {
  const taken = await members.countSeats(tx, id, email)
  await checkSeats(tx, id, taken)
  if (taken >= WORKSPACES.members)
    throw new AppError('plan_limit', { message: `A workspace can have up to ${WORKSPACES.members} people.` })
  await store.deleteInvitationTo(tx, id, email)
  await members.insertMember(tx, id, person, 'member')
}

/** Owners who were made so by a person stay owners, and so does the last one. */
async function keepsRole(tx: Queryable, id: UserId, person: UserId, role: WorkspaceRole): Promise<boolean> {
  if (role !== 'owner') return false
  return !(await store.isRoleByGroups(tx, id, person)) || (await members.countOwners(tx, id)) <= 1
}

/** Gives the role of the groups. Who may no longer manage the workspace loses the keys they made for it. */
async function takeRole(tx: Queryable, deps: AdmitDeps, signOn: store.SignOnRow, person: UserId, coming: Coming) {
  const id = signOn.workspace_id
  const role = roleOf(signOn, coming.profile.groups)
  const before = await members.findMember(tx, id, person)
  if (before === null) {
    await join(tx, deps, id, person, coming.email)
    await store.setRoleByGroups(tx, id, person, role)
    await audit(tx, person, 'workspace.join', id, { role, by: 'sign_on' })
    return tellJoined(tx, deps, signOn, coming.email)
  }
  if (before.role === role || (await keepsRole(tx, id, person, before.role))) return
  await store.setRoleByGroups(tx, id, person, role)
  if (!mayIn(role, 'manage')) await members.deleteOpenedBy(tx, id, person)
  await audit(tx, person, 'workspace.set_role', id, { person, from: before.role, to: role, by: 'sign_on' })
}

/** Their account can be entered in a new way. */
const tellJoined = (tx: Queryable, { brand }: AdmitDeps, { domain }: store.SignOnRow, email: string) =>
  queueTemplatedMail(tx, {
    to: email,
    kind: 'sign_in_changed',
    values: { brand: brand().name },
    body: say('The sign-in provider of {domain} now signs in to your account.', { domain: quoteLine(domain) }),
  })

const admitOnce = (deps: AdmitDeps, id: string, profile: SignOnProfile, holder: string | null) =>
  deps.db.transaction().execute(async (tx) => {
    const seen = await store.findSignOn(tx, id)
    if (seen === null) throw new AppError('sign_on_off')
    await members.lockWorkspace(tx, seen.workspace_id)
    const signOn = await store.findSignOn(tx, id)
    if (signOn === null) throw new AppError('sign_on_off')
    const email = profile.verified_email
    if (email === null || domainOf(email) !== signOn.domain) throw new AppError('sign_on_email')
    const coming = { profile, email, holder }
    const { account, user_id } = await findPerson(tx, signOn, coming)
    await takeRole(tx, deps, signOn, user_id, coming)
    await store.noteSignIn(tx, id)
    return { subject: account, workspace: signOn.slug }
  })

/** Two who come for the first time at once meet the unique index: the slower one then finds what the other made. */
export const admit = (
  deps: AdmitDeps,
  ...coming: [id: string, profile: SignOnProfile, holder: string | null]
): Promise<{ subject: string; workspace: string }> =>
  admitOnce(deps, ...coming).catch((error: unknown) => {
    if (isDuplicate(error)) return admitOnce(deps, ...coming)
    throw error
  })
