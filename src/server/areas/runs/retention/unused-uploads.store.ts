/** The SQL of uploads that nothing uses. */
import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { filesNamedByAnything, filesNamedByRuns, hasRow } from './content-uses.store.ts'

/** Stays until its owner deletes it, and no run made it. */
const isUpload = sql`f.owner_id is not null and f.execution_id is null and f.expires_at is null`
/** Marked a day ago. */
const isOver = sql`f.is_unused and f.use_asked_at < now() - interval '1 day'`

export interface Upload {
  id: FileId
  owner_id: UserId
  created_at: Date
  /** Whether nothing used it a day ago. */
  is_unused: boolean
}

/** Uploads of so many days ago that are due to be asked about: used ones a week after the last time, marked ones a day after it. */
export async function findDueUploads(db: Queryable, days: number, limit: number): Promise<Upload[]> {
  const { rows } = await sql<Upload>`
    select f.id, f.owner_id, f.created_at, f.is_unused from files f
    where ${isUpload} and f.created_at < now() - make_interval(days => ${days})
      and (f.use_asked_at is null or f.use_asked_at < now() - interval '7 days' or ${isOver})
    order by f.use_asked_at nulls first limit ${limit}`.execute(db)
  return rows
}

/** Whether something with an index names the file `f`: nearly every used file is found so. */
const isNamedByIndex = sql`(
  exists (select from executions e where e.input_ids @> array[f.id])
  or exists (select from executions e where e.long_input_ids @> array[f.id])
  or exists (select from executions e where e.copied_ids @> array[f.id])
  or ${hasRow})`

const idsOf = async (db: Queryable, statement: RawBuilder<{ id: FileId }>): Promise<FileId[]> =>
  (await statement.execute(db)).rows.map(({ id }) => id)

export const findNamedByIndex = (db: Queryable, ids: readonly FileId[]): Promise<FileId[]> =>
  idsOf(
    db,
    sql<{ id: FileId }>`select f.id from files f where f.id = any(${sql.val(ids)}::uuid[]) and ${isNamedByIndex}`,
  )

export const findNamedByAnything = (db: Queryable, ids: readonly FileId[]): Promise<FileId[]> =>
  idsOf(
    db,
    sql<{
      id: FileId
    }>`select distinct n.id from (${filesNamedByAnything(sql`select unnest(${sql.val(ids)}::uuid[])`)}) n`,
  )

export interface RunPlace {
  id: string
  created_at: Date
}

/** The next runs of an account whose contents are there and that were not over at `since`, the newest first. */
export async function findRunsToAsk(
  db: Queryable,
  owner: UserId,
  { since, before, limit }: { since: Date; before: RunPlace | null; limit: number },
): Promise<RunPlace[]> {
  const { rows } = await sql<RunPlace>`
    select e.id, e.created_at from executions e
    where e.owner_id = ${owner} and e.payload_removed_at is null and (e.finished_at is null or e.finished_at >= ${since})
      and (${before === null} or (e.created_at, e.id) < (${before?.created_at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by e.created_at desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

export const findNamedByRuns = (db: Queryable, runs: readonly string[], ids: readonly FileId[]): Promise<FileId[]> =>
  idsOf(
    db,
    sql<{ id: FileId }>`
      select distinct n.id from (${filesNamedByRuns(sql`select unnest(${sql.val(runs)}::uuid[])`, sql`select unnest(${sql.val(ids)}::uuid[])`)}) n`,
  )

/** Writes down what was found of these uploads just now. */
export async function noteUse(db: Queryable, ids: readonly FileId[], is_unused: boolean): Promise<void> {
  await sql`update files set use_asked_at = now(), is_unused = ${is_unused} where id = any(${sql.val(ids)}::uuid[])`.execute(
    db,
  )
}

/**
 * Removes those of these uploads that were marked a day ago. What came to use them since they were asked about is found by its index,
 * under the lock of the file. @returns their ids, so that their bytes can follow
 */
export async function deleteUnused(tx: Queryable, ids: readonly FileId[]): Promise<FileId[]> {
  await sql`select f.id from files f where f.id = any(${sql.val(ids)}::uuid[]) order by f.id for update`.execute(tx)
  const { rows } = await sql<{ id: FileId }>`
    delete from files f where f.id = any(${sql.val(ids)}::uuid[]) and ${isUpload} and ${isOver} and not ${isNamedByIndex}
    returning f.id`.execute(tx)
  return rows.map(({ id }) => id)
}
