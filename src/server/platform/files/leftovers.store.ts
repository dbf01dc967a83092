/** The SQL of what is still in the storage although nothing names it any more. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

/**
 * Queues keys of the storage for removal, each with all below it. Call it in the transaction that deletes the rows which
 * name them: a crash then forgets none.
 */
export async function queueRemoval(tx: Queryable, paths: readonly string[]): Promise<void> {
  await sql`insert into leftovers (path) select unnest(${sql.val(paths)}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * The next paths to remove, in the order of their names.
 * @param after the last one of before; '' for the first ones
 */
export async function findLeftovers(db: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from leftovers where path > ${after} and (removed_at is null or removed_at < now() - interval '1 hour')
    order by path limit ${limit}`.execute(db)
  return rows.map(({ path }) => path)
}

/**
 * The path was removed. An output of a run is written without asking whether the run still exists, and an export that is being sent may arrive
 * afterwards, so these are removed a second time an hour later, and only then forgotten.
 */
export async function noteRemoved(db: Queryable, path: string): Promise<void> {
  await sql`
    with noted as (
      update leftovers set removed_at = now() where path = ${path} and removed_at is null and path ~ '^(outputs|exports)/' returning path)
    delete from leftovers where path = ${path} and not exists (select from noted)`.execute(db)
}

export async function isBackupUnderWay(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = ${LOCKS.backup}
      and objsubid = 1 and database = (select oid from pg_database where datname = current_database())) as held`.execute(
    db,
  )
  return rows[0]?.held ?? false
}
