/** The SQL of knowledge bases. A base that is neither one's own nor shared with one is not found. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { DocumentState, KnowledgeAccess, KnowledgeRole } from '#contract/knowledge/knowledge-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { mayRead, type Reader, roleIn } from './access.store.ts'
import type { OutsideEmbedding } from './outside-embedding.ts'

export interface BaseRow {
  id: KnowledgeId
  name: string
  description: string
  language: string
  chunk_chars: number
  overlap_chars: number
  role: KnowledgeRole
  owner: string
  documents: number
  chunks: number
  states: Partial<Record<DocumentState, number>>
  updated_at: Date
}

const columns = (reader: Reader) => sql`b.id, b.name, b.description, b.language, b.chunk_chars, b.overlap_chars,
  ${roleIn(reader)} as role, o.display_name as owner, b.updated_at,
  (select count(*) from knowledge_documents d where d.base_id = b.id)::int as documents,
  coalesce((select sum(i.chunks) from knowledge_indexes i where i.base_id = b.id), 0)::int as chunks,
  coalesce((select jsonb_object_agg(x.status, x.count) from (
    select d.status, count(*)::int as count from knowledge_documents d where d.base_id = b.id group by 1) x), '{}') as states`

/** One's own and those shared with one, last changed first. */
export async function findBases(db: Queryable, reader: Reader): Promise<BaseRow[]> {
  const { rows } = await sql<BaseRow>`
    select ${columns(reader)} from knowledge_bases b join users o on o.id = b.owner_id
    where b.id in (
      select id from knowledge_bases where owner_id = ${reader.user}
      union select s.base_id from knowledge_shares s join users u on u.email = s.email where u.id = ${reader.user})
      and ${mayRead(reader)}
    order by b.updated_at desc, b.id limit 1000`.execute(db)
  return rows
}

export async function findBase(db: Queryable, reader: Reader, id: KnowledgeId): Promise<BaseRow | null> {
  const { rows } = await sql<BaseRow>`
    select ${columns(reader)} from knowledge_bases b join users o on o.id = b.owner_id
    where b.id = ${id} and ${mayRead(reader)}`.execute(db)
  return rows[0] ?? null
}

/** Those of these bases that there are and that the reader may search. */
export async function findReadable(db: Queryable, reader: Reader, ids: readonly KnowledgeId[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: KnowledgeId }>`
    select b.id from knowledge_bases b where b.id = any(${sql.val(ids)}::uuid[]) and ${mayRead(reader)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What this person is to the base, with its row locked against deletion; null for a stranger. */
export async function lockBase(
  tx: Queryable,
  reader: Reader,
  id: KnowledgeId,
): Promise<{ role: KnowledgeRole; owner_id: UserId; name: string } | null> {
  const { rows } = await sql<{ role: KnowledgeRole; owner_id: UserId; name: string }>`
    select ${roleIn(reader)} as role, b.owner_id, b.name from knowledge_bases b
    where b.id = ${id} and ${mayRead(reader)} for key share of b`.execute(tx)
  return rows[0] ?? null
}

export async function hasName(
  db: Queryable,
  owner: UserId,
  name: string,
  except: KnowledgeId | null,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from knowledge_bases where owner_id = ${owner} and lower(name) = lower(${name})
      and (${except}::uuid is null or id <> ${except})`.execute(db)
  return rows.length > 0
}

export interface BaseFields {
  name: string
  description: string
  language: string
  chunk_chars: number
  overlap_chars: number
}

/** The owner must be locked. @returns null at the limit */
export async function insertBase(
  tx: Queryable,
  owner: UserId,
  fields: BaseFields,
  most: number,
): Promise<KnowledgeId | null> {
  const { name, description, language, chunk_chars, overlap_chars } = fields
  const { rows } = await sql<{ id: KnowledgeId }>`
    insert into knowledge_bases (owner_id, name, description, language, chunk_chars, overlap_chars)
    select ${owner}::uuid, ${name}, ${description}, ${language}, ${chunk_chars}::int, ${overlap_chars}::int
    where (select count(*) from knowledge_bases where owner_id = ${owner}) < ${most} returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function updateBase(
  tx: Queryable,
  owner: UserId,
  id: KnowledgeId,
  fields: { [Key in keyof BaseFields]: BaseFields[Key] | null },
): Promise<boolean> {
  const { name, description, language, chunk_chars, overlap_chars } = fields
  const { numAffectedRows } = await sql`
    update knowledge_bases set name = coalesce(${name}, name), description = coalesce(${description}, description),
      language = coalesce(${language}, language), chunk_chars = coalesce(${chunk_chars}::int, chunk_chars),
      overlap_chars = coalesce(${overlap_chars}::int, overlap_chars), updated_at = now()
    where id = ${id} and owner_id = ${owner}`.execute(tx)
  return numAffectedRows === 1n
}

/** Null: the model of the installation. Only its owner is told. */
export async function findEmbedding(db: Queryable, owner: UserId, id: KnowledgeId): Promise<OutsideEmbedding | null> {
  const { rows } = await sql<{ model: string | null; name: string; price: number | null }>`
    select embedding_model as model, coalesce(embedding_name, '') as name, embedding_price as price from knowledge_bases
    where id = ${id} and owner_id = ${owner}`.execute(db)
  const [row] = rows
  return row?.model == null ? null : { ...row, model: row.model }
}

/** Puts the next index of a document in the queue: the one that is being made is given up. */
export const queuedAgain = sql`status = 'queued', wanted = nextval('knowledge_change'), queued_at = now(), leased_until = '-infinity', lease = null,
  attempts = 0, error_code = null, error_message = null, updated_at = now()`

/** What makes the vectors from now on, and how many numbers it answers; all documents are indexed again. @returns false for a base that is not this owner's */
export async function updateEmbedding(
  tx: Queryable,
  owner: UserId,
  id: KnowledgeId,
  embedding: OutsideEmbedding | null,
  length: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update knowledge_bases set embedding_model = ${embedding?.model ?? null}, embedding_name = ${embedding?.name ?? null},
      embedding_price = ${embedding?.price ?? null}::int, embedding_length = ${length}::int, updated_at = now()
    where id = ${id} and owner_id = ${owner}`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`update knowledge_documents set ${queuedAgain} where base_id = ${id}`.execute(tx)
  return true
}

/** The base is gone at once; the bytes of its files go with the next sweep. */
export async function deleteBase(tx: Queryable, owner: UserId, id: KnowledgeId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with files as (
      update files f set expires_at = now() from knowledge_documents d join knowledge_bases b on b.id = d.base_id
      where b.id = ${id} and b.owner_id = ${owner} and f.id = d.file_id)
    delete from knowledge_bases where id = ${id} and owner_id = ${owner}`.execute(tx)
  return numAffectedRows === 1n
}

export interface ShareRow {
  email: string
  access: KnowledgeAccess
  at: Date
}

export async function findShares(db: Queryable, owner: UserId, id: KnowledgeId): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.email::text, s.access, s.at from knowledge_shares s join knowledge_bases b on b.id = s.base_id
    where b.id = ${id} and b.owner_id = ${owner} order by s.at, s.email`.execute(db)
  return rows
}

/**
 * Gives access to an address, or changes it.
 * @returns the account that has it now, if any and not the owner; undefined at the limit
 */
export async function upsertShare(
  tx: Queryable,
  {
    base,
    email,
    access,
    by,
    most,
  }: { base: KnowledgeId; email: string; access: KnowledgeAccess; by: UserId; most: number },
  askProof: boolean,
): Promise<UserId | null | undefined> {
  const { rows } = await sql<{ user_id: UserId | null }>`
    with put as (
      insert into knowledge_shares (base_id, email, access, shared_by)
      select ${base}::uuid, ${email}::citext, ${access}, ${by}::uuid
      where (select count(*) from knowledge_shares where base_id = ${base} and email <> ${email}::citext) < ${most}
      on conflict (base_id, email) do update set access = excluded.access
      returning email)
    select (select u.id from users u where u.email = put.email and u.id <> ${by} and (u.is_verified or not ${askProof}::bool)) as user_id
    from put`.execute(tx)
  return rows[0] === undefined ? undefined : rows[0].user_id
}

export async function deleteShare(tx: Queryable, base: KnowledgeId, email: string): Promise<void> {
  await sql`delete from knowledge_shares where base_id = ${base} and email = ${email}::citext`.execute(tx)
}
