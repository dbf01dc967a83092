/** The SQL of the installation's identity. */

import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export interface InstallationRow {
  id: string
  secret_fingerprint: string
  vault_key_id: string
}

/** Until the transaction ends. */
export async function lockInstallation(db: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.installation})`.execute(db)
}

export const findInstallation = (db: Queryable): Promise<InstallationRow | undefined> =>
  db.selectFrom('installation').select(['id', 'secret_fingerprint', 'vault_key_id']).executeTakeFirst()

/** @returns the id of the installation, which the first call decides */
export async function saveInstallation(db: Queryable, row: InstallationRow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into installation as i (id, secret_fingerprint, vault_key_id)
    values (${row.id}, ${row.secret_fingerprint}, ${row.vault_key_id})
    on conflict (singleton) do update set secret_fingerprint = excluded.secret_fingerprint,
      vault_key_id = excluded.vault_key_id,
      keys_changed_at = case when (i.secret_fingerprint, i.vault_key_id) = (excluded.secret_fingerprint, excluded.vault_key_id)
        then i.keys_changed_at else now() end
    returning id`.execute(db)
  const [saved] = rows
  if (!saved) throw new Error('The installation row is missing after it was saved')
  return saved.id
}

/** The vault keys that anything stored is sealed under. */
export async function findVaultKeyIds(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from credentials union select key_id from models where key_id is not null
    union select key_id from seller_profiles where key_id is not null union select key_id from oauth_applications
    union select key_id from mcp_packages
    union select key_id from app_triggers where key_id is not null`.execute(db)
  return rows.map(({ key_id }) => key_id)
}

/** Whether no version of Chowk has used this database yet. Asked before the migrations. */
export async function isUnused(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`select to_regclass('migrations') is null as unused`.execute(db)
  return rows[0]?.unused === true
}

/** The processes that are connected now, of all roles, by the connection that each holds to hear of runs (`engine/bus.ts`). */
export async function findLiveProcesses(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct substr(application_name, length('chowk bus ') + 1) as name from pg_stat_activity
    where datname = current_database() and application_name like 'chowk bus %' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** The place of files that was recorded; of an installation from before there was a choice, the folder, once it has any. */
export async function findStorage(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ storage: string | null }>`
    select coalesce(storage, case when exists (select from files) or exists (select from executions) then 'folder' end) as storage
    from installation`.execute(db)
  return rows[0]?.storage ?? null
}

export async function saveStorage(db: Queryable, storage: string): Promise<void> {
  await sql`update installation set storage = ${storage}`.execute(db)
}
