/** The SQL of deleting what went into and came out of a bench. Its figures stay. */
import { sql } from 'kysely'
import { deletePayloads } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Runs of the bench and what they started, however deep. */
async function findExecutions(tx: Queryable, bench: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive down as (
      select e.id from bench_runs r join executions e on e.id = r.execution_id where r.bench_id = ${bench}
      union all
      select e.id from down join executions e on e.parent_id = down.id
    )
    select id from down`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Journals, outputs, waits, mail, notices and files of its runs, its cases, and the files that its cases named. A file stays that another
 * bench of the same person still names, or that an agent shows as its sample.
 */
export async function deleteContent(tx: Queryable, bench: string): Promise<void> {
  const ids = await findExecutions(tx, bench)
  const runs = sql`any(${sql.val(ids)}::uuid[])`
  await deletePayloads(tx, ids)
  await sql`delete from mails where execution_id = ${runs}`.execute(tx)
  await sql`delete from bench_cases where bench_id = ${bench}`.execute(tx)
  await sql`update bench_runs set note = '', state = case when state = 'judging' then 'ended' else state end
    where bench_id = ${bench}`.execute(tx)
  await sql`
    update files f set expires_at = now() from bench_files b
    where b.bench_id = ${bench} and f.id = b.file_id
      and not exists (select 1 from bench_files other where other.file_id = f.id and other.bench_id <> ${bench})
      and not exists (select 1 from agent_sample_files s where s.file_id = f.id)`.execute(tx)
  await sql`delete from bench_files where bench_id = ${bench}`.execute(tx)
}

export async function noteDeleted(tx: Queryable, bench: string): Promise<void> {
  await sql`update benches set deleted_at = coalesce(deleted_at, now()), same_as = '{}' where id = ${bench}`.execute(tx)
}

export async function removeBench(tx: Queryable, bench: string): Promise<void> {
  await sql`delete from benches where id = ${bench}`.execute(tx)
}

/** Those whose time has come. */
export async function findDue(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from benches where deleted_at is null and delete_at <= now() order by delete_at limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deleted a short while ago: a step that was just stopped may have written something after that. */
export async function findLate(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from benches b where b.deleted_at > now() - interval '30 minutes' and exists (
      select 1 from bench_runs r where r.bench_id = b.id and (
        exists (select 1 from journal j where j.execution_id = r.execution_id)
        or exists (select 1 from files f where f.execution_id = r.execution_id and f.expires_at is null)
        or exists (select 1 from mails m where m.execution_id = r.execution_id)))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a run of it is still under way somewhere. */
export async function isUnderWay(tx: Queryable, bench: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bench_runs r left join executions e on e.id = r.execution_id
    where r.bench_id = ${bench} and r.outcome is null and (e.id is null or e.finished_at is null) limit 1`.execute(tx)
  return rows.length > 0
}

/** Its time has come: the next sweep deletes it, if the process that was asked dies. */
export async function deleteNow(db: Queryable, bench: string): Promise<void> {
  await sql`update benches set delete_at = now() where id = ${bench} and deleted_at is null`.execute(db)
}
