/** The SQL of the work of making copies of personal data. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { queueRemoval } from '#server/platform/files/leftovers.store.ts'
import type { Person } from './person.ts'

export interface ExportRow {
  id: string
  owner_id: UserId
  status: 'queued' | 'running' | 'ready' | 'failed'
  bytes: number | null
  created_at: Date
  finished_at: Date | null
  expires_at: Date | null
}

const columns = sql`id, owner_id, status, bytes, created_at, finished_at, expires_at`

/** The latest one whose time has not passed. */
export async function findLatest(db: Queryable, owner: UserId): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from data_exports where owner_id = ${owner} and (expires_at is null or expires_at > now())
    order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Puts one into the queue and takes those before out. @returns null while one is being made */
export async function insertExport(
  tx: Queryable,
  owner: UserId,
  pathOf: (id: string) => string,
): Promise<ExportRow | null> {
  const { rows: old } = await sql<{ id: string }>`
    delete from data_exports where owner_id = ${owner} and status in ('ready', 'failed') returning id`.execute(tx)
  await queueRemoval(
    tx,
    old.map(({ id }) => pathOf(id)),
  )
  const { rows } = await sql<ExportRow>`
    insert into data_exports (owner_id) values (${owner})
    on conflict (owner_id) where status in ('queued', 'running') do nothing returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

/** The next one to make, for `lease_s` seconds: an unbegun one, or one whose maker has gone. Given up after three tries. */
export async function takeExport(db: Database, lease_s: number): Promise<ExportRow | null> {
  await sql`
    update data_exports set status = 'failed', finished_at = now(), expires_at = now() + interval '1 day'
    where status = 'running' and taken_until < now() and attempts >= 3`.execute(db)
  const { rows } = await sql<ExportRow>`
    update data_exports set status = 'running', attempts = attempts + 1, taken_until = now() + make_interval(secs => ${lease_s})
    where id = (
      select id from data_exports where status = 'queued' or (status = 'running' and taken_until < now())
      order by created_at limit 1 for update skip locked
    ) returning ${columns}`.execute(db)
  return rows[0] ?? null
}

export async function extendLease(db: Database, id: string, lease_s: number): Promise<void> {
  await sql`update data_exports set taken_until = now() + make_interval(secs => ${lease_s}) where id = ${id}`.execute(
    db,
  )
}

/** @returns false when it was removed meanwhile, with its owner */
export async function finishExport(db: Database, id: string, bytes: number | null): Promise<boolean> {
  const { rows } = await sql`
    update data_exports set status = ${bytes === null ? 'failed' : 'ready'}, bytes = ${bytes}, finished_at = now(),
      taken_until = null, expires_at = now() + interval '1 day' where id = ${id} returning 1`.execute(db)
  return rows.length > 0
}

/** Ends those whose day has passed; their files become leftovers. */
export async function expireExports(db: Database, pathOf: (id: string) => string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`delete from data_exports where expires_at <= now() returning id`.execute(
      tx,
    )
    await queueRemoval(
      tx,
      rows.map(({ id }) => pathOf(id)),
    )
  })
}

export async function findPerson(db: Queryable, id: UserId): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select id, email::text, is_verified as proven, firebase_uid as subject, display_name from users where id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}
