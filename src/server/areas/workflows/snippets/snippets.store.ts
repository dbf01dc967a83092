/** The SQL of snippets. Every statement names the owner: a foreign snippet is not found. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { SnippetId } from '#contract/workflows/snippets.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SnippetRow {
  id: SnippetId
  name: string
  version: number
  nodes: number
  inputs: number
  updated_at: Date
}

const summary = sql`s.id, s.name, v.number as version, jsonb_array_length(v.content -> 'nodes') as nodes,
  jsonb_array_length(v.content -> 'inputs') as inputs, s.updated_at`
const newest = sql`join lateral (select * from snippet_versions where snippet_id = s.id order by number desc limit 1) v on true`

export async function findSnippets(db: Queryable, owner: UserId): Promise<SnippetRow[]> {
  const { rows } = await sql<SnippetRow>`
    select ${summary} from snippets s ${newest} where s.owner_id = ${owner} order by lower(s.name), s.id`.execute(db)
  return rows
}

export async function findSnippet(db: Queryable, owner: UserId, id: SnippetId): Promise<SnippetRow | null> {
  const { rows } = await sql<SnippetRow>`
    select ${summary} from snippets s ${newest} where s.owner_id = ${owner} and s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface SnippetVersionRow {
  id: SnippetId
  name: string
  number: number
  newest: number
  created_at: Date
  content: unknown
  content_hash: string
}

/** @param number null for the newest */
export async function findVersion(
  db: Queryable,
  owner: UserId,
  id: SnippetId,
  number: number | null,
): Promise<SnippetVersionRow | null> {
  const { rows } = await sql<SnippetVersionRow>`
    select s.id, s.name, v.number, (select max(number) from snippet_versions where snippet_id = s.id) as newest, v.created_at,
      v.content, v.content_hash
    from snippets s join snippet_versions v on v.snippet_id = s.id
    where s.owner_id = ${owner} and s.id = ${id} and (${number}::int is null or v.number = ${number})
    order by v.number desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** @param except this one, which may keep its name */
export async function hasName(db: Queryable, owner: UserId, name: string, except: SnippetId | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from snippets where owner_id = ${owner} and lower(name) = lower(${name}) and (${except}::uuid is null or id <> ${except})`.execute(
    db,
  )
  return rows.length > 0
}

/** The owner must be locked. @returns null at the limit */
export async function insertSnippet(
  db: Queryable,
  owner: UserId,
  name: string,
  limit: number,
): Promise<SnippetId | null> {
  const { rows } = await sql<{ id: SnippetId }>`
    insert into snippets (owner_id, name) select ${owner}::uuid, ${name}
    where (select count(*) from snippets where owner_id = ${owner}) < ${limit} returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function insertVersion(
  db: Queryable,
  id: SnippetId,
  { number, content, hash }: { number: number; content: string; hash: string },
): Promise<void> {
  await sql`insert into snippet_versions (snippet_id, number, content, content_hash)
    values (${id}, ${number}, ${content}::jsonb, ${hash})`.execute(db)
  await sql`update snippets set updated_at = now() where id = ${id}`.execute(db)
}

export async function renameSnippet(db: Queryable, owner: UserId, id: SnippetId, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update snippets set name = ${name} where id = ${id} and owner_id = ${owner}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteSnippet(db: Queryable, owner: UserId, id: SnippetId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from snippets where id = ${id} and owner_id = ${owner}`.execute(db)
  return numAffectedRows === 1n
}
