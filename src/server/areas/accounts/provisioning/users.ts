/** People of a directory: the verbs of SCIM on users. The workspace is locked. */

import { PROVISIONING } from '#contract/accounts/provisioning-values.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { checkDomain, letIn, type MemberDeps, remove } from './members.ts'
import type { Directory } from './provisioning.store.ts'
import { patched } from './scim/patch.ts'
import { presentUser, readActive, readUser, type UserFields } from './scim/resources.ts'
import { notFound, ScimError } from './scim/scim-error.ts'
import * as store from './scim.store.ts'

export const taken = (what: string): ScimError =>
  new ScimError(409, 'uniqueness', `There’s already ${what} in this workspace.`)

const TAKEN = 'a person with this userName, email address or externalId'

/** @throws ScimError 404 */
export async function loadUser(tx: Queryable, { workspace_id }: Directory, id: string): Promise<store.ScimUserRow> {
  const row = await store.findUser(tx, workspace_id, id)
  if (row === null) throw notFound()
  return row
}

/** Makes members of those who are to be, and of no others. */
async function followActive(
  tx: Queryable,
  deps: MemberDeps,
  directory: Directory,
  { id, active }: { id: string; active: boolean },
): Promise<JsonObject> {
  const row = await loadUser(tx, directory, id)
  if (active && !row.active) await letIn(tx, deps, directory, row)
  if (!active) await remove(tx, directory, row)
  return presentUser(await loadUser(tx, directory, id), deps.publicUrl)
}

/** @throws ScimError uniqueness, invalidValue, 403; plan_limit, sign_up_closed, invitation_needed */
export async function createUser(tx: Queryable, deps: MemberDeps, directory: Directory, body: unknown) {
  const { workspace_id } = directory
  const fields = readUser(body)
  const active = readActive(body as JsonObject) ?? true
  await checkDomain(tx, workspace_id, fields.email)
  if ((await store.countUsers(tx, workspace_id)) >= PROVISIONING.people)
    throw new ScimError(403, null, `A directory can have up to ${PROVISIONING.people} people. Delete those who left.`)
  const id = await store.insertUser(tx, workspace_id, { ...fields, active })
  if (id === null) throw taken(TAKEN)
  await audit(tx, workspace_id, 'directory.create_person', workspace_id, { id, active })
  return followActive(tx, deps, directory, { id, active })
}

const NAMES = ['user_name', 'external_id', 'email', 'given_name', 'family_name', 'display_name'] as const

async function change(
  tx: Queryable,
  deps: MemberDeps,
  directory: Directory,
  before: store.ScimUserRow,
  { active, ...fields }: UserFields & { active: boolean },
): Promise<JsonObject> {
  const { workspace_id } = directory
  if (fields.email !== before.email) await checkDomain(tx, workspace_id, fields.email)
  const changed: string[] = NAMES.filter((name) => fields[name] !== before[name])
  if (active !== before.active || active !== before.wanted) changed.push('active')
  if (changed.length === 0) return presentUser(before, deps.publicUrl)
  await store.updateUser(tx, before.id, { ...fields, active })
  await audit(tx, workspace_id, 'directory.update_person', workspace_id, { id: before.id, changed, active })
  return followActive(tx, deps, directory, { id: before.id, active })
}

/** Whether a person is active stays as it is where nothing is said of it. */
export async function replaceUser(tx: Queryable, deps: MemberDeps, directory: Directory, id: string, body: unknown) {
  const before = await loadUser(tx, directory, id)
  const fields = readUser(body)
  return change(tx, deps, directory, before, { ...fields, active: readActive(body as JsonObject) ?? before.active })
}

export async function patchUser(tx: Queryable, deps: MemberDeps, directory: Directory, id: string, body: unknown) {
  const before = await loadUser(tx, directory, id)
  const after = patched(presentUser(before, ''), body)
  return change(tx, deps, directory, before, { ...readUser(after), active: readActive(after) ?? before.active })
}

export async function deleteUser(tx: Queryable, directory: Directory, id: string): Promise<void> {
  const row = await loadUser(tx, directory, id)
  await remove(tx, directory, row)
  await store.deleteUser(tx, id)
  const { workspace_id } = directory
  await audit(tx, workspace_id, 'directory.delete_person', workspace_id, { id })
}
