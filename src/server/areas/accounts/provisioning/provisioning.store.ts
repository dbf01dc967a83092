/** The SQL of how directories of workspaces are let in: their tokens, what groups give, and what was asked last. */
import { sql } from 'kysely'
import type { GroupRole } from '#contract/accounts/sign-on.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Who asks by SCIM: the workspace of a token, as it is now. */
export interface Directory {
  workspace_id: UserId
  token_hash: Buffer
  workspace: string
  is_active: boolean
  roles: GroupRole[]
  default_role: WorkspaceRole
  removal_share: number
  /** An owner lets removals through. */
  is_allowed: boolean
}

const directoryColumns = sql`p.workspace_id, p.token_hash, u.display_name as workspace, u.status = 'active' as is_active,
  p.roles, p.default_role, p.removal_share, coalesce(p.allowed_until > now(), false) as is_allowed`
const directories = sql`workspace_provisioning p join users u on u.id = p.workspace_id`

export async function findDirectory(db: Queryable, token_hash: Buffer): Promise<Directory | null> {
  const { rows } = await sql<Directory>`
    select ${directoryColumns} from ${directories} where p.token_hash = ${token_hash}`.execute(db)
  return rows[0] ?? null
}

export async function findDirectoryOf(db: Queryable, workspace: UserId): Promise<Directory | null> {
  const { rows } = await sql<Directory>`
    select ${directoryColumns} from ${directories}
    where p.workspace_id = ${workspace} and p.token_hash is not null`.execute(db)
  return rows[0] ?? null
}

/** Not at every request: directories ask many times a second. */
export async function noteUse(db: Queryable, token_hash: Buffer): Promise<void> {
  await sql`
    update workspace_provisioning set last_used_at = now()
    where token_hash = ${token_hash} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(
    db,
  )
}

export async function findProvenDomains(db: Queryable, workspace: UserId): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ domain: string }>`
    select domain from workspace_domains where workspace_id = ${workspace} and verified_at is not null`.execute(db)
  return new Set(rows.map(({ domain }) => domain))
}

export interface ProvisioningRow {
  token_end: string | null
  made_by: string | null
  made_at: Date
  last_used_at: Date | null
  roles: GroupRole[]
  default_role: WorkspaceRole
  removal_share: number
  stopped_at: Date | null
  allowed_until: Date | null
  people: number
  groups: string[]
}

export async function findProvisioning(db: Queryable, workspace: UserId): Promise<ProvisioningRow | null> {
  const { rows } = await sql<ProvisioningRow>`
    select p.token_end, b.display_name as made_by, p.made_at, p.last_used_at, p.roles, p.default_role, p.removal_share,
      p.stopped_at, case when p.allowed_until > now() then p.allowed_until end as allowed_until,
      (select count(*)::int from scim_users s where s.workspace_id = p.workspace_id) as people,
      array(select g.display_name from scim_groups g where g.workspace_id = p.workspace_id
        order by lower(g.display_name) limit 200) as groups
    from workspace_provisioning p left join users b on b.id = p.made_by where p.workspace_id = ${workspace}`.execute(db)
  return rows[0] ?? null
}

/** The token before it opens nothing any more. */
export async function saveToken(
  tx: Queryable,
  row: { workspace: UserId; hash: Buffer; end: string; by: UserId },
): Promise<void> {
  await sql`
    insert into workspace_provisioning (workspace_id, token_hash, token_end, made_by)
    values (${row.workspace}, ${row.hash}, ${row.end}, ${row.by})
    on conflict (workspace_id) do update set token_hash = excluded.token_hash, token_end = excluded.token_end,
      made_by = excluded.made_by, made_at = now(), last_used_at = null`.execute(tx)
}

/** @returns false where there was none */
export async function deleteToken(tx: Queryable, workspace: UserId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workspace_provisioning set token_hash = null, token_end = null, last_used_at = null
    where workspace_id = ${workspace} and token_hash is not null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

interface SavedSettings {
  roles: readonly GroupRole[]
  default_role: WorkspaceRole
  removal_share: number
}

export async function saveSettings(tx: Queryable, workspace: UserId, row: SavedSettings): Promise<void> {
  await sql`
    insert into workspace_provisioning (workspace_id, roles, default_role, removal_share)
    values (${workspace}, ${JSON.stringify(row.roles)}::jsonb, ${row.default_role}, ${row.removal_share}::int)
    on conflict (workspace_id) do update set roles = excluded.roles, default_role = excluded.default_role,
      removal_share = excluded.removal_share`.execute(tx)
}

/** Removals go through for an hour. @returns until when; null where no directory is let in */
export async function allowRemovals(tx: Queryable, workspace: UserId): Promise<Date | null> {
  const { rows } = await sql<{ allowed_until: Date }>`
    update workspace_provisioning set allowed_until = now() + interval '1 hour', stopped_at = null
    where workspace_id = ${workspace} and token_hash is not null returning allowed_until`.execute(tx)
  return rows[0]?.allowed_until ?? null
}

/** @returns whether it is the first time within an hour */
export async function noteStopped(tx: Queryable, workspace: UserId): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    update workspace_provisioning p set stopped_at = now()
    from (select workspace_id, stopped_at from workspace_provisioning where workspace_id = ${workspace} for update) b
    where p.workspace_id = b.workspace_id
    returning b.stopped_at is null or b.stopped_at < now() - interval '1 hour' as is_first`.execute(tx)
  return rows[0]?.is_first ?? false
}

/** Members now, and those whom the directory removed within an hour. */
export async function countRemovals(tx: Queryable, workspace: UserId): Promise<{ members: number; removed: number }> {
  const { rows } = await sql<{ members: number; removed: number }>`
    select (select count(*)::int from workspace_members where workspace_id = ${workspace}) as members,
      (select count(*)::int from workspace_removals
        where workspace_id = ${workspace} and by_directory and removed_at > now() - interval '1 hour') as removed`.execute(
    tx,
  )
  return rows[0] ?? { members: 0, removed: 0 }
}

export interface RequestRow {
  at: Date
  method: string
  path: string
  status: number
  problem: string | null
}

interface ShownRequestRow extends RequestRow {
  /** The person or group, as they are called now; null for what is gone or never came to be. */
  about: string | null
}

/** Keeps the last of a workspace. */
export async function noteRequest(
  db: Queryable,
  workspace: UserId,
  { method, path, status, problem }: Omit<RequestRow, 'at'>,
  kept: number,
): Promise<void> {
  await sql`
    with noted as (
      insert into scim_requests (workspace_id, method, path, status, problem)
      values (${workspace}, ${method}, ${path}, ${status}, ${problem}))
    delete from scim_requests where workspace_id = ${workspace} and id <= (
      select id from scim_requests where workspace_id = ${workspace} order by id desc offset ${kept - 1} limit 1)`.execute(
    db,
  )
}

/** Newest first. */
export async function findRequests(db: Queryable, workspace: UserId, most: number): Promise<ShownRequestRow[]> {
  const { rows } = await sql<ShownRequestRow>`
    select r.at, r.method, r.path, r.status, r.problem,
      coalesce((select s.user_name from scim_users s where s.workspace_id = r.workspace_id and r.path = '/Users/' || s.id),
        (select g.display_name from scim_groups g where g.workspace_id = r.workspace_id and r.path = '/Groups/' || g.id)) as about
    from scim_requests r where r.workspace_id = ${workspace} order by r.id desc limit ${most}`.execute(db)
  return rows
}
