/** The SQL of people who were removed from a workspace, and of those whom a directory keeps in it. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function noteRemoval(
  tx: Queryable,
  { workspace, person, by_directory }: { workspace: UserId; person: UserId; by_directory: boolean },
): Promise<void> {
  await sql`
    insert into workspace_removals (workspace_id, user_id, by_directory) values (${workspace}, ${person}, ${by_directory})
    on conflict (workspace_id, user_id) do update set removed_at = now(), by_directory = excluded.by_directory`.execute(
    tx,
  )
}

export async function wasRemovedByDirectory(tx: Queryable, workspace: UserId, person: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from workspace_removals where workspace_id = ${workspace} and user_id = ${person} and by_directory`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether the groups of a directory say what role the person has. */
export async function hasRoleByDirectory(tx: Queryable, workspace: UserId, person: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from scim_users s join workspace_provisioning p on p.workspace_id = s.workspace_id
    where s.workspace_id = ${workspace} and s.user_id = ${person} and p.token_hash is not null and p.roles <> '[]'`.execute(
    tx,
  )
  return rows.length > 0
}
