/** The SQL of health. */
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database/database.ts'

/** Rows to sort: some 200 kB, more than the working memory allowed for it. */
const SPILLED_ROWS = 5_000

/**
 * Whether the database can be written. A full disk, a standby or a read-only setting still answer every question. A sort that does not
 * fit its memory is written to the disk of the database by the database itself, and leaves nothing behind, not even in its log.
 * @throws Error of the database when its disk is full
 */
export function isWritable(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    const { rows } = await sql<{ writable: boolean }>`
      select current_setting('transaction_read_only') = 'off' and max(n) is not null as writable
      from (select n from generate_series(1, ${SPILLED_ROWS}::int) as n order by -n offset 0) as sorted`.execute(tx)
    return rows[0]?.writable === true
  })
}

/** @param now of this machine, ms since 1970 @returns how far its clock and the database's are apart, in ms */
export async function clockDistance(db: Queryable, now: () => number): Promise<number> {
  const before = now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const middle = (before + now()) / 2
  return Math.abs((rows[0]?.at.getTime() ?? middle) - middle)
}

/**
 * False when runs of owners without any run in progress have waited for `minutes`, and none has started in that time.
 * Age alone proves nothing: one owner's backlog, or a limit on their concurrent runs, keeps runs waiting while others
 * are served, and their long runs may be all that happens in a night. Nor is it stuck while maintenance holds runs, and right after
 * that. Served by the indexes of queued runs, and of runs
 * by creation, which reach as far back as a run may have waited.
 */
export async function isQueueMoving(db: Queryable, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ moves: boolean }>`
    with busy as (select owner_id, visitor_key from executions where status = 'running')
    select not exists (
        select 1 from executions q where q.status = 'queued' and q.created_at < now() - make_interval(mins => ${minutes})
          and not exists (select 1 from busy b
            where b.owner_id is not distinct from q.owner_id and b.visitor_key is not distinct from q.visitor_key))
      or exists (select 1 from executions where started_at > now() - make_interval(mins => ${minutes})
        and created_at > now() - make_interval(days => 1))
      or exists (select 1 from settings where name = 'maintenance'
        and (value <> 'null' or changed_at > now() - make_interval(mins => ${minutes}))) as moves`.execute(db)
  return rows[0]?.moves ?? true
}
