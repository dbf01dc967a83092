/** The SQL of people and groups as directories tell of them. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { GroupFields, PresentedGroup, PresentedUser, UserFields } from './scim/resources.ts'

export interface ScimGroupOfUser {
  id: string
  name: string
  external_id: string | null
}

export interface ScimUserRow extends PresentedUser {
  user_id: UserId | null
  /** What the directory said last. */
  wanted: boolean
  groups: ScimGroupOfUser[]
}

/** Active is who the directory says is, and who is a member: a person may have removed them. */
const users = sql`
  select s.id, s.user_id, s.user_name, s.external_id, s.email, s.given_name, s.family_name, s.display_name, s.created_at, s.updated_at,
    s.active and m.user_id is not null as active, s.active as wanted,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.display_name, 'external_id', g.external_id) order by g.id)
      from scim_group_members x join scim_groups g on g.id = x.group_id where x.scim_user_id = s.id), '[]'::json) as groups
  from scim_users s left join workspace_members m on m.workspace_id = s.workspace_id and m.user_id = s.user_id`

export async function findUsers(db: Queryable, workspace: UserId, most: number): Promise<ScimUserRow[]> {
  const { rows } = await sql<ScimUserRow>`
    ${users} where s.workspace_id = ${workspace} order by s.created_at, s.id limit ${most}`.execute(db)
  return rows
}

export async function findUser(db: Queryable, workspace: UserId, id: string): Promise<ScimUserRow | null> {
  const { rows } = await sql<ScimUserRow>`
    ${users} where s.workspace_id = ${workspace} and s.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

export async function countUsers(tx: Queryable, workspace: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scim_users where workspace_id = ${workspace}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns null where the workspace has one with the same name, address or external id */
export async function insertUser(
  tx: Queryable,
  workspace: UserId,
  row: UserFields & { active: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into scim_users (workspace_id, user_name, external_id, email, given_name, family_name, display_name, active)
    values (${workspace}, ${row.user_name}, ${row.external_id}, ${row.email}, ${row.given_name}, ${row.family_name},
      ${row.display_name}, ${row.active})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function updateUser(tx: Queryable, id: string, row: UserFields & { active: boolean }): Promise<void> {
  await sql`
    update scim_users set user_name = ${row.user_name}, external_id = ${row.external_id}, email = ${row.email},
      given_name = ${row.given_name}, family_name = ${row.family_name}, display_name = ${row.display_name},
      active = ${row.active}, updated_at = now()
    where id = ${id}::uuid`.execute(tx)
}

export async function setAccount(tx: Queryable, id: string, person: UserId): Promise<void> {
  await sql`update scim_users set user_id = ${person} where id = ${id}::uuid`.execute(tx)
}

export async function deleteUser(tx: Queryable, id: string): Promise<void> {
  await sql`delete from scim_users where id = ${id}::uuid`.execute(tx)
}

export interface AccountRow {
  user_id: UserId
  is_proven: boolean
  has_second_factor: boolean
  is_member: boolean
}

/** The account with this address, locked. */
export async function findAccount(tx: Queryable, workspace: UserId, email: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select u.id as user_id, a."emailVerified" as is_proven, coalesce(a."twoFactorEnabled", false) as has_second_factor,
      exists (select from workspace_members m where m.workspace_id = ${workspace} and m.user_id = u.id) as is_member
    from auth."user" a join users u on u.firebase_uid = a.id where a.email = ${email} for update of a`.execute(tx)
  return rows[0] ?? null
}

/**
 * All sessions of a person whose address is in a domain of the workspace; of others those that its sign-on began.
 * @returns how many ended
 */
export async function endSessions(tx: Queryable, workspace: UserId, person: UserId): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth.session e using users u
    where u.id = ${person} and e."userId" = u.firebase_uid and (
      e."signOn" in (select s.id::text from workspace_sign_ons s where s.workspace_id = ${workspace})
      or exists (select from workspace_domains d where d.workspace_id = ${workspace} and d.verified_at is not null
        and d.domain = split_part(lower(u.email::text), '@', 2)))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

const groups = sql`
  select g.id, g.display_name, g.external_id, g.created_at, g.updated_at,
    coalesce((select json_agg(json_build_object('id', s.id, 'user_name', s.user_name) order by s.id)
      from scim_group_members x join scim_users s on s.id = x.scim_user_id where x.group_id = g.id), '[]'::json) as members
  from scim_groups g`

export async function findGroups(db: Queryable, workspace: UserId, most: number): Promise<PresentedGroup[]> {
  const { rows } = await sql<PresentedGroup>`
    ${groups} where g.workspace_id = ${workspace} order by g.created_at, g.id limit ${most}`.execute(db)
  return rows
}

export async function findGroup(db: Queryable, workspace: UserId, id: string): Promise<PresentedGroup | null> {
  const { rows } = await sql<PresentedGroup>`
    ${groups} where g.workspace_id = ${workspace} and g.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

export async function countGroups(tx: Queryable, workspace: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scim_groups where workspace_id = ${workspace}`.execute(tx)
  return rows[0]?.count ?? 0
}

type GroupNames = Omit<GroupFields, 'members'>

/** @returns null where the workspace has one with this name */
export async function insertGroup(tx: Queryable, workspace: UserId, row: GroupNames): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into scim_groups (workspace_id, display_name, external_id)
    values (${workspace}, ${row.display_name}, ${row.external_id}) on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function updateGroup(tx: Queryable, id: string, row: GroupNames): Promise<void> {
  await sql`
    update scim_groups set display_name = ${row.display_name}, external_id = ${row.external_id}, updated_at = now()
    where id = ${id}::uuid`.execute(tx)
}

export async function deleteGroup(tx: Queryable, id: string): Promise<void> {
  await sql`delete from scim_groups where id = ${id}::uuid`.execute(tx)
}

/** Of these ids, those of users of the workspace's directory. */
export async function findKnown(tx: Queryable, workspace: UserId, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from scim_users where workspace_id = ${workspace} and id = any(${sql.val(ids)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Those of the list, and no others. */
export async function setMembers(tx: Queryable, group: string, ids: readonly string[]): Promise<void> {
  const list = sql`${sql.val(ids)}::uuid[]`
  await sql`
    delete from scim_group_members where group_id = ${group}::uuid and scim_user_id <> all(${list})`.execute(tx)
  await sql`
    insert into scim_group_members (group_id, scim_user_id) select ${group}::uuid, unnest(${list})
    on conflict do nothing`.execute(tx)
}
