/** The SQL of the pipeline: who works on which document, what is made of it, and when it begins to answer. */
import { sql } from 'kysely'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import type { OutsideEmbedding } from '#server/areas/knowledge/bases/outside-embedding.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ClaimFrom } from '#server/platform/jobs/lanes.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { CutChunk } from './chunk-document.ts'

/** How long a process has a document without a sign of life. */
const LEASE = sql`interval '2 minutes'`

export interface ClaimedDocument {
  id: KnowledgeDocumentId
  base_id: KnowledgeId
  owner_id: UserId
  name: string
  file_id: FileId
  mime: string
  sha256: string
  version: number
  /** The index to make, and the lease of this process. */
  index_id: string
  lease: string
  /** Since it last got further. */
  attempts: number
  chunk_chars: number
  overlap_chars: number
  /** What makes its vectors; null: the model of the installation. */
  embedding: OutsideEmbedding | null
  /** How many numbers that model answers; null where that is not known. */
  embedding_length: number | null
  /** Whether it was read and cut before. */
  is_cut: boolean
}

/**
 * Takes a document for this process: of the owner with the fewest under way, the one that has waited longest. A document whose process gave
 * no sign of life is taken on. Claims of all processes come one after the other: each must see what the one before took, or one owner
 * has several under way while another waits.
 * @param from `idle owners`: only of those who have nothing under way
 */
export async function claimDocument(tx: Queryable, from: ClaimFrom): Promise<ClaimedDocument | null> {
  await sql`select pg_advisory_xact_lock(${LOCKS.knowledgeClaims})`.execute(tx)
  const { rows } = await sql<ClaimedDocument>`
    with busy as (
      select b.owner_id, count(*) as count from knowledge_documents d join knowledge_bases b on b.id = d.base_id
      where d.status in ('reading', 'embedding') and d.leased_until > now() group by 1
    ), waiting as (
      select d.id from knowledge_documents d join knowledge_bases b on b.id = d.base_id left join busy on busy.owner_id = b.owner_id
      where d.status in ('queued', 'reading', 'embedding') and d.leased_until < now()
        and (${from === 'any owner'}::bool or busy.count is null)
      order by coalesce(busy.count, 0), d.queued_at, d.id limit 1 for update of d skip locked
    ), taken as (
      update knowledge_documents d set leased_until = now() + ${LEASE}, lease = gen_random_uuid(), attempts = d.attempts + 1,
        status = case when d.status = 'queued' then 'reading' else d.status end, updated_at = now()
      from waiting w where d.id = w.id returning d.*
    )
    select t.id, t.base_id, b.owner_id, t.name, t.file_id, t.mime, t.sha256, t.version, t.wanted::text as index_id, t.lease::text, t.attempts,
      b.chunk_chars, b.overlap_chars, b.embedding_length,
      case when b.embedding_model is not null then jsonb_build_object('model', b.embedding_model, 'name', b.embedding_name,
        'price', b.embedding_price) end as embedding, t.status = 'embedding' as is_cut
    from taken t join knowledge_bases b on b.id = t.base_id`.execute(tx)
  return rows[0] ?? null
}

type Leased = Pick<ClaimedDocument, 'id' | 'lease' | 'index_id'>

const isOurs = ({ id, lease, index_id }: Leased) =>
  sql`d.id = ${id} and d.lease = ${lease}::uuid and d.wanted = ${index_id}::bigint`

/** @returns false when another process has it, or it was replaced or deleted meanwhile: nothing of this work counts then */
export async function renewLease(db: Queryable, claimed: Leased): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update knowledge_documents d set leased_until = now() + ${LEASE} where ${isOurs(claimed)}`.execute(db)
  return numAffectedRows === 1n
}

/** Locks the document for the rest of the transaction. @returns as {@link renewLease} */
export async function lockClaimed(tx: Queryable, claimed: Leased): Promise<boolean> {
  const { rows } = await sql`select from knowledge_documents d where ${isOurs(claimed)} for update`.execute(tx)
  return rows.length === 1
}

export async function insertChunks(
  tx: Queryable,
  { id, index_id, version }: ClaimedDocument,
  first: number,
  chunks: readonly CutChunk[],
): Promise<void> {
  const rows = chunks.map(({ headings, text, start, end, page, boxes }, at) => ({
    ...{ position: first + at, headings, text, start, end, page, boxes },
  }))
  await sql`
    insert into knowledge_chunks (document_id, index_id, position, version, headings, text, start, "end", page, boxes)
    select ${id}, ${index_id}::bigint, r.position, ${version}, array(select jsonb_array_elements_text(r.headings)), r.text, r.start, r."end",
      r.page, r.boxes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r(position int, headings jsonb, text text, start int, "end" int, page int, boxes jsonb)`.execute(tx)
}

export async function deleteChunks(tx: Queryable, { id, index_id }: Leased): Promise<void> {
  await sql`delete from knowledge_chunks where document_id = ${id} and index_id = ${index_id}::bigint`.execute(tx)
}

/** It is read and cut; what is left is to embed it. */
export async function noteCut(
  tx: Queryable,
  { id }: Leased,
  { pages, unread, chunks }: { pages: number; unread: number; chunks: number },
): Promise<void> {
  await sql`update knowledge_documents set status = 'embedding', pages = ${pages}, unread_pages = ${unread}, chunks = ${chunks}, embedded = 0, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** How many chunks the other documents of the base have. */
export async function countOtherChunks(db: Queryable, { id, base_id }: ClaimedDocument): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(chunks), 0)::int as count from knowledge_indexes where base_id = ${base_id} and document_id <> ${id}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface ChunkToEmbed {
  position: number
  headings: string[]
  text: string
}

export async function findUnembedded(db: Queryable, { id, index_id }: Leased, limit: number): Promise<ChunkToEmbed[]> {
  const { rows } = await sql<ChunkToEmbed>`
    select position, headings, text from knowledge_chunks
    where document_id = ${id} and index_id = ${index_id}::bigint and vector is null order by position limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function storeVectors(
  tx: Queryable,
  { id, index_id }: Leased,
  made: readonly { position: number; vector: Buffer }[],
): Promise<void> {
  await sql`
    update knowledge_chunks c set vector = m.vector
    from unnest(${made.map(({ position }) => position)}::int[], ${made.map(({ vector }) => vector)}::bytea[]) m(position, vector)
    where c.document_id = ${id} and c.index_id = ${index_id}::bigint and c.position = m.position`.execute(tx)
  await sql`update knowledge_documents set embedded = embedded + ${made.length}, attempts = 0, leased_until = now() + ${LEASE}
    where id = ${id}`.execute(tx)
}

export type IndexedChunk = ChunkToEmbed & { vector: Buffer }

/** Some of the chunks of an index, in order. */
export async function findIndexed(
  db: Queryable,
  document: KnowledgeDocumentId,
  index_id: string,
  { first, limit }: { first: number; limit: number },
): Promise<IndexedChunk[]> {
  const { rows } = await sql<IndexedChunk>`
    select position, headings, text, vector from knowledge_chunks
    where document_id = ${document} and index_id = ${index_id}::bigint and vector is not null and position >= ${first}
    order by position limit ${limit}`.execute(db)
  return rows
}

export interface IndexOf {
  id: KnowledgeDocumentId
  base_id: KnowledgeId
  index_id: string
  /** What made its vectors, as `nameOf` calls it. */
  embedding: string
}

/** What searches of every process read from now on. One writer for each base at a time: readers ask by a number that must not come late. */
export async function storeIndex(
  tx: Queryable,
  { id, base_id, index_id, embedding }: IndexOf,
  made: { chunks: number; words: Buffer; signatures: Buffer },
): Promise<void> {
  await sql`select from knowledge_bases where id = ${base_id} for no key update`.execute(tx)
  await sql`
    insert into knowledge_indexes (document_id, base_id, index_id, chunks, words, signatures, embedding)
    values (${id}, ${base_id}, ${index_id}::bigint, ${made.chunks}, ${made.words}, ${made.signatures}, ${embedding})
    on conflict (document_id) do update set index_id = excluded.index_id, chunks = excluded.chunks, words = excluded.words,
      signatures = excluded.signatures, embedding = excluded.embedding, changed = nextval('knowledge_change')`.execute(
    tx,
  )
}

/** From now on the new index answers; nothing of an older one is left. The document must be locked. */
export async function finishDocument(tx: Queryable, { id, index_id }: Leased): Promise<void> {
  await sql`
    update knowledge_documents set status = 'ready', answers = ${index_id}::bigint, lease = null, leased_until = '-infinity', attempts = 0,
      error_code = null, error_message = null, updated_at = now() where id = ${id}`.execute(tx)
  await sql`delete from knowledge_chunks where document_id = ${id} and index_id <> ${index_id}::bigint`.execute(tx)
}

/** What answered before still does. */
export async function failDocument(
  db: Queryable,
  claimed: Leased,
  error: { code: string; message: string },
): Promise<void> {
  await sql`
    update knowledge_documents d set status = 'failed', error_code = ${error.code}, error_message = ${error.message}, lease = null,
      leased_until = '-infinity', updated_at = now() where ${isOurs(claimed)}`.execute(db)
}

/** Gives it back at once: this process stops. */
export async function releaseDocument(db: Queryable, claimed: Leased): Promise<void> {
  await sql`
    update knowledge_documents d set leased_until = '-infinity', lease = null, attempts = greatest(0, d.attempts - 1) where ${isOurs(claimed)}`.execute(
    db,
  )
}

/** Gives it back: after a while another process, or this one, takes it on. */
export async function postponeDocument(db: Queryable, claimed: Leased): Promise<void> {
  await sql`
    update knowledge_documents d set leased_until = now() + least(interval '1 hour', interval '15 seconds' * power(2, least(d.attempts, 9))),
      lease = null where ${isOurs(claimed)}`.execute(db)
}

/** Chunks of indexes that nobody wants or reads any more: of documents that were replaced while they were indexed. */
export async function deleteStaleChunks(db: Queryable, { id }: { id: KnowledgeDocumentId }): Promise<void> {
  await sql`
    delete from knowledge_chunks c using knowledge_documents d where d.id = ${id} and c.document_id = d.id
      and c.index_id <> d.wanted and c.index_id is distinct from d.answers`.execute(db)
}
