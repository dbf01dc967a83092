/** The SQL of the backups that Chowk made on its own or because an admin asked. */
import { sql } from 'kysely'
import type { BackupRun } from '#contract/admin/backups.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface BackupRow {
  id: string
  status: BackupRun['status']
  requested_by: string | null
  requested_at: Date
  begun_at: Date | null
  ended_at: Date | null
  name: string | null
  bytes: number | null
  error: string | null
  deleted_at: Date | null
}

const columns = sql`id, status, requested_by, requested_at, begun_at, ended_at, name, bytes::float8 as bytes, error, deleted_at`

/** The newest first. */
export async function findBackups(db: Queryable, limit: number): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`
    select ${columns} from backups order by requested_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export interface BackupTimes {
  id: string
  now: Date
  /** Of the last one that succeeded, on schedule or on request. */
  succeeded_at: Date | null
  /** When the last one failed, if none has succeeded since. */
  failed_at: Date | null
  is_waiting: boolean
}

/** What decides whether a backup is due. */
export async function findBackupTimes(db: Queryable): Promise<BackupTimes | null> {
  const { rows } = await sql<BackupTimes>`
    select i.id, now() as now, good.at as succeeded_at, bad.at as failed_at,
      exists (select from backups where status = 'waiting') as is_waiting
    from installation i
      cross join lateral (select max(begun_at) as at from backups where status = 'succeeded') good
      cross join lateral (select max(ended_at) as at from backups where status = 'failed'
        and ended_at > coalesce(good.at, '-infinity')) bad`.execute(db)
  return rows[0] ?? null
}

/** @returns false when one waits or runs already */
export async function insertRequest(db: Queryable, id: string, admin: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into backups (id, requested_by, status) values (${id}, ${admin}, 'waiting') on conflict do nothing`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Begins the one that waits, or else a new one. @returns its id; null when one is under way */
export async function beginBackup(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      update backups set status = 'running', begun_at = now() where status = 'waiting' returning id),
    begun as (
      insert into backups (id, status, begun_at) select ${id}, 'running', now()
      where not exists (select from backups where status in ('waiting', 'running')) on conflict do nothing returning id)
    select id from waiting union all select id from begun`.execute(db)
  return rows[0]?.id ?? null
}

/** Those whose process ended on the way. Only for the process that makes backups now. */
export async function failInterrupted(db: Queryable, error: string): Promise<void> {
  await sql`update backups set status = 'failed', ended_at = now(), error = ${error} where status = 'running'`.execute(
    db,
  )
}

export async function failBackup(db: Queryable, id: string, error: string): Promise<void> {
  await sql`
    update backups set status = 'failed', ended_at = now(), error = ${error}
    where id = ${id} and status = 'running'`.execute(db)
}

/** Its age counts from the moment of the database that it holds. */
export async function finishBackup(
  db: Queryable,
  { id, name, bytes, created_at }: { id: string; name: string; bytes: number; created_at: string },
): Promise<void> {
  await sql`
    with done as (
      update backups set status = 'succeeded', ended_at = now(), name = ${name}, bytes = ${bytes} where id = ${id})
    update installation set backed_up_at = ${new Date(created_at)}`.execute(db)
}

export async function noteDeleted(db: Queryable, name: string): Promise<void> {
  await sql`update backups set deleted_at = now() where name = ${name} and deleted_at is null`.execute(db)
}

/** Rows of long ago tell nothing any more. The newest stay. */
export async function deleteOldBackupRows(db: Queryable): Promise<void> {
  await sql`
    delete from backups where status in ('succeeded', 'failed') and requested_at < now() - interval '400 days'`.execute(
    db,
  )
}
