/** Groups of a directory: the verbs of SCIM on groups. Roles follow them at once. The workspace is locked. */

import { PROVISIONING } from '#contract/accounts/provisioning-values.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { audit } from '#server/areas/accounts/workspaces/workspaces.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { followRole } from './members.ts'
import type { Directory } from './provisioning.store.ts'
import { patched } from './scim/patch.ts'
import { type GroupFields, type PresentedGroup, presentGroup, readGroup } from './scim/resources.ts'
import { invalidValue, notFound, ScimError } from './scim/scim-error.ts'
import * as store from './scim.store.ts'
import { taken } from './users.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TAKEN = 'a group with this displayName'

/** @throws ScimError 404 */
export async function loadGroup(tx: Queryable, { workspace_id }: Directory, id: string): Promise<PresentedGroup> {
  const row = await store.findGroup(tx, workspace_id, id)
  if (row === null) throw notFound()
  return row
}

async function followRoles(tx: Queryable, directory: Directory, people: ReadonlySet<string>): Promise<void> {
  if (directory.roles.length === 0) return
  for (const id of people) {
    const row = await store.findUser(tx, directory.workspace_id, id)
    if (row !== null) await followRole(tx, directory, row)
  }
}

/** @throws ScimError invalidValue for one who is nobody here */
async function setMembers(tx: Queryable, { workspace_id }: Directory, group: string, ids: readonly string[]) {
  const known = await store.findKnown(
    tx,
    workspace_id,
    ids.filter((id) => UUID.test(id)),
  )
  const stranger = ids.find((id) => !known.has(id))
  if (stranger !== undefined)
    throw invalidValue(`There’s no user with the id ${stranger.slice(0, 60)} in this workspace.`)
  await store.setMembers(tx, group, ids)
}

const idsOf = ({ members }: PresentedGroup): string[] => members.map(({ id }) => id)

/** @throws ScimError uniqueness, invalidValue, 403 */
export async function createGroup(tx: Queryable, directory: Directory, body: unknown, origin: string) {
  const { workspace_id } = directory
  const fields = readGroup(body)
  if ((await store.countGroups(tx, workspace_id)) >= PROVISIONING.groups)
    throw new ScimError(403, null, `A directory can have up to ${PROVISIONING.groups} groups.`)
  const id = await store.insertGroup(tx, workspace_id, fields)
  if (id === null) throw taken(TAKEN)
  const people = fields.members ?? []
  await setMembers(tx, directory, id, people)
  await audit(tx, workspace_id, 'directory.create_group', workspace_id, {
    ...{ id, name: fields.display_name, members: people.length },
  })
  await followRoles(tx, directory, new Set(people))
  return presentGroup(await loadGroup(tx, directory, id), origin)
}

async function change(
  tx: Queryable,
  directory: Directory,
  before: PresentedGroup,
  fields: GroupFields,
  origin: string,
): Promise<JsonObject> {
  const had = new Set(idsOf(before))
  const has = fields.members === null ? had : new Set(fields.members)
  const added = [...has].filter((one) => !had.has(one))
  const removed = [...had].filter((one) => !has.has(one))
  const isRenamed = fields.display_name !== before.display_name || fields.external_id !== before.external_id
  if (added.length + removed.length === 0 && !isRenamed) return presentGroup(before, origin)
  await store.updateGroup(tx, before.id, fields)
  await setMembers(tx, directory, before.id, [...has])
  await audit(tx, directory.workspace_id, 'directory.update_group', directory.workspace_id, {
    ...{ id: before.id, name: fields.display_name, added: added.length, removed: removed.length },
  })
  await followRoles(tx, directory, new Set(isRenamed ? [...had, ...has] : [...added, ...removed]))
  return presentGroup(await loadGroup(tx, directory, before.id), origin)
}

export async function replaceGroup(tx: Queryable, directory: Directory, id: string, body: unknown, origin: string) {
  const before = await loadGroup(tx, directory, id)
  return change(tx, directory, before, readGroup(body), origin)
}

export async function patchGroup(tx: Queryable, directory: Directory, id: string, body: unknown, origin: string) {
  const before = await loadGroup(tx, directory, id)
  return change(tx, directory, before, readGroup(patched(presentGroup(before, ''), body)), origin)
}

export async function deleteGroup(tx: Queryable, directory: Directory, id: string): Promise<void> {
  const before = await loadGroup(tx, directory, id)
  await store.deleteGroup(tx, id)
  const { workspace_id } = directory
  await audit(tx, workspace_id, 'directory.delete_group', workspace_id, { id, name: before.display_name })
  await followRoles(tx, directory, new Set(idsOf(before)))
}
