/** The SQL of files: who owns which. The bytes are in file storage under the same id. */
import { sql } from 'kysely'
import { ExecutionId, type FileId, UserId } from '#contract/core/primitives.ts'
import type { FileReader, Owner } from '#nodes/ports.ts'
import { isDocumentFile } from '#server/areas/knowledge/knowledge.ts'
import { viewerOf, viewerOfOwner } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { isReadableIn, isShownTo } from './shown-files.store.ts'

export interface FileRow {
  id: FileId
  name: string
  mime: string
  bytes: number
  sha256: string
  created_at: Date
  expires_at: Date | null
}

const columns = sql`id, name, mime, bytes, sha256, created_at, expires_at`
/** As much of a caller as owning needs. */
export type Holder = { type: 'user'; id: UserId } | { type: 'visitor'; key: string }

const ownedBy = (caller: Holder) =>
  caller.type === 'user' ? sql`owner_id = ${caller.id}` : sql`visitor_key = ${caller.key}`
const notExpired = sql`(expires_at is null or expires_at > now())`

export async function findOwnFile(db: Queryable, caller: Holder, id: FileId): Promise<FileRow | null> {
  const { rows } = await sql<FileRow>`
    select ${columns} from files where id = ${id} and ${ownedBy(caller)} and ${notExpired}`.execute(db)
  return rows[0] ?? null
}

/**
 * A file that the caller may open: their own, unless only a step of a closed workflow knows it, one that was made by a run that its
 * owner shares with this seller, or was put into it and is shown to its owner, or a document of knowledge that is shared with them.
 * @param askProof whether addresses can be confirmed here
 */
export async function findReadableFile(
  db: Queryable,
  caller: Caller,
  id: FileId,
  askProof: boolean,
): Promise<FileRow | null> {
  const own = sql`${ownedBy(caller)} and ${isShownTo(viewerOf(caller))}`
  const shared =
    caller.type === 'user'
      ? sql`exists (select from executions e join agents a on a.id = e.agent_id
          where a.seller_id = ${caller.id} and e.shared_until > now() and e.owner_id = f.owner_id
            and (f.execution_id = e.id or strpos(e.input::text, f.id::text) > 0 and ${isShownTo('owner')}))
          or ${isDocumentFile({ user: caller.id, askProof })}`
      : sql`false`
  const { rows } = await sql<FileRow>`
    select ${columns} from files f where id = ${id} and ${notExpired} and ((${own}) or ${shared})`.execute(db)
  return rows[0] ?? null
}

const holderOf = (owner: Owner): Holder =>
  'user_id' in owner ? { type: 'user', id: UserId.parse(owner.user_id) } : { type: 'visitor', key: owner.visitor_key }

/** What a step of this owner's run wrote before, whatever they may see of it. @param made_for the same for the same owner and step */
export async function findMadeFile(db: Queryable, owner: Owner, made_for: string): Promise<FileRow | null> {
  const { rows } = await sql<FileRow>`
    select ${columns} from files where made_for = ${made_for} and ${ownedBy(holderOf(owner))} and ${notExpired}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A file that a step of a run, or without a run its owner, may read. */
export async function findFileFor(
  db: Queryable,
  { owner, execution_id }: FileReader,
  id: FileId,
): Promise<FileRow | null> {
  const run = ExecutionId.nullable().parse(execution_id)
  const { rows } = await sql<FileRow>`
    select ${columns} from files f
    where id = ${id} and ${ownedBy(holderOf(owner))} and ${notExpired} and ${isReadableIn(run, viewerOfOwner(owner))}`.execute(
    db,
  )
  return rows[0] ?? null
}

export type FileName = Pick<FileRow, 'name' | 'mime'>

/** Of these ids, the ones the caller owns and may open, with what the files are called. */
export async function findOwnNames(
  db: Queryable,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, FileName>> {
  const { rows } = await sql<FileName & { id: string }>`
    select id, name, mime from files f
    where id = any(${sql.val(ids)}::uuid[]) and ${ownedBy(caller)} and ${notExpired} and ${isShownTo(viewerOf(caller))}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name, mime }) => [id, { name, mime }]))
}

/** Of these ids, those that the owner has, with their bytes. */
export async function findSizes(db: Queryable, owner: string, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, bytes::float8 as bytes from files f
    where id = any(${sql.val(ids)}::uuid[]) and owner_id = ${owner} and ${notExpired}`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

export async function countVisitorFiles(db: Queryable, visitorKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files
    where visitor_key = ${visitorKey} and execution_id is null and ${notExpired}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A file that would be removed soon stays. */
export async function keepFile(tx: Queryable, id: FileId): Promise<void> {
  await sql`update files set expires_at = null where id = ${id} and expires_at > now()`.execute(tx)
}

/** @param uploaded_by the member of the workspace that owns it */
export async function insertFile(
  db: Queryable,
  caller: Holder,
  file: Omit<FileRow, 'created_at'>,
  uploaded_by: UserId | null = null,
): Promise<FileRow> {
  const owner = caller.type === 'user' ? caller.id : null
  const key = caller.type === 'visitor' ? caller.key : null
  const { rows } = await sql<FileRow>`
    insert into files (id, owner_id, visitor_key, name, mime, bytes, sha256, expires_at, uploaded_by)
    values (${file.id}, ${owner}, ${key}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${file.expires_at}, ${uploaded_by})
    returning ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The insert returned no row')
  return row
}

/** Writes down what a run made. @returns null when it is written down already */
export async function insertRunFile(
  db: Queryable,
  owner: Owner,
  file: Omit<FileRow, 'created_at'> & { execution_id: ExecutionId | null; made_for: string },
): Promise<FileRow | null> {
  const { rows } = await sql<FileRow>`
    insert into files (id, owner_id, visitor_key, name, mime, bytes, sha256, expires_at, execution_id, made_for)
    values (${file.id}, ${'user_id' in owner ? owner.user_id : null}, ${'user_id' in owner ? null : owner.visitor_key},
      ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${file.expires_at}, ${file.execution_id}, ${file.made_for})
    on conflict do nothing
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Of these ids, the files that a run made, or a run inside it: what an output names may be anything. */
export async function findMadeBy(
  db: Queryable,
  run: ExecutionId,
  ids: readonly string[],
): Promise<{ file_id: string; name: string; mime: string }[]> {
  const { rows } = await sql<{ file_id: string; name: string; mime: string }>`
    with recursive tree as (
      select e.id from executions e where e.id = ${run}
      union all
      select e.id from tree join executions e on e.parent_id = tree.id
    )
    select f.id as file_id, f.name, f.mime from tree join files f on f.execution_id = tree.id
    where f.id::text = any(${sql.val(ids)}::text[]) and ${notExpired} order by f.id`.execute(db)
  return rows
}

/** What a run has made so far. */
export async function sumFilesOfRun(db: Queryable, run: ExecutionId): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from files where execution_id = ${run}`.execute(
    db,
  )
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Announces a file whose bytes are about to be put in their place. */
export async function insertIncoming(db: Queryable, id: FileId): Promise<void> {
  await sql`insert into incoming_files (id) values (${id})`.execute(db)
}

/** Ends the announcement of a file. Call it in the transaction that adds the row. @returns false when it was given up before */
export async function deleteIncoming(tx: Queryable, id: FileId): Promise<boolean> {
  const { rows } = await sql`delete from incoming_files where id = ${id} returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends announcements of files whose row was never added: that takes moments. @returns their ids, so that their bytes can follow */
export async function deleteAbandoned(tx: Queryable, limit: number): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`
    delete from incoming_files where id in (
      select id from incoming_files where created_at < now() - interval '1 hour' order by created_at limit ${limit})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks a file's row, so that it is not deleted before the transaction ends. @returns false when it is gone */
export async function lockFile(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from files where id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

/** Removes the rows of files that runs made which are no more. @returns their ids, so that their bytes can follow */
export async function deleteWithoutRun(db: Queryable, limit: number): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`
    delete from files where id in (
      select id from files where execution_id is not null
        and not exists (select from executions where executions.id = files.execution_id)
      limit ${limit})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the rows of files whose time has passed. @returns their ids, so that their bytes can follow */
export async function deleteExpired(db: Queryable, limit: number): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`
    delete from files where id in (select id from files where expires_at < now() order by expires_at limit ${limit})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
