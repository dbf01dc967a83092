/** Who comes from the provider of a workspace: their account, their membership and their role. A refusal changes nothing. */
import { domainOf } from '#contract/accounts/sign-on-values.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { hasRoleByDirectory, wasRemovedByDirectory } from '#server/areas/accounts/workspaces/removals.store.ts'
import * as members from '#server/areas/accounts/workspaces/workspaces.store.ts'
import type { SignOnProfile } from '#server/gateways/sign-on/provider.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import { createAccount, followGroups, join, type SeatDeps } from './new-members.ts'
import * as store from './sign-on.store.ts'

export interface AdmitDeps extends SeatDeps {
  db: Database
  brand: ReadBrand
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
  const person = account ?? (await createAccount(tx, { name: profile.name, email }))
  await store.linkPerson(tx, { sign_on: signOn.id, subject: profile.subject, user: person.user_id })
  return person
}

/**
 * Gives the role of the groups, unless a directory does that. Whom a directory removed isn't let in again here.
 * @throws sign_on_role, access_ended, plan_limit
 */
async function takeRole(tx: Queryable, deps: AdmitDeps, signOn: store.SignOnRow, person: UserId, coming: Coming) {
  const { workspace_id: id } = signOn
  const role = roleOf(signOn, coming.profile.groups)
  const before = await members.findMember(tx, id, person)
  if (before === null) {
    if (await wasRemovedByDirectory(tx, id, person)) throw new AppError('access_ended')
    await join(tx, deps, { id, person, email: coming.email, role }, { by: 'sign_on' })
    await store.setRoleByGroups(tx, id, person, role)
    return tellJoined(tx, deps, signOn, coming.email)
  }
  if (await hasRoleByDirectory(tx, id, person)) return
  await followGroups(tx, { id, person, role }, before.role, { actor: person, by: 'sign_on' })
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
