/**
 * The SQL of searches. Each statement asks for the reader's access to the base and for the index that answers now: what was deleted,
 * replaced or is no longer shared is not found, whatever this process has in memory.
 */
import { sql } from 'kysely'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import type { Box } from '#nodes/lib/document/locate.ts'
import { mayRead, type Reader } from '#server/areas/knowledge/bases/access.store.ts'
import type { OutsideEmbedding } from '#server/areas/knowledge/bases/outside-embedding.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DIMENSIONS } from '#server/platform/vectors/signature.ts'
import type { IndexName, Place, StoredIndex } from './base-index.ts'

export interface Searched {
  /** The number of the last change; 0 before the first. */
  changed: string
  owner: UserId
  /** What makes the vectors of documents that are indexed now, and how many numbers it answers. */
  chosen: OutsideEmbedding | null
  length: number | null
}

/** A base that the reader may search. @returns null for a stranger, and where there is no base */
export async function findSearched(db: Queryable, reader: Reader, base: KnowledgeId): Promise<Searched | null> {
  const { rows } = await sql<Searched>`/* prepare */
    select coalesce((select max(i.changed) from knowledge_indexes i where i.base_id = b.id), 0)::text as changed, b.owner_id as owner,
      b.embedding_length as length,
      case when b.embedding_model is not null then jsonb_build_object('model', b.embedding_model, 'name', b.embedding_name,
        'price', b.embedding_price) end as chosen
    from knowledge_bases b where b.id = ${base} and ${mayRead(reader)}`.execute(db)
  return rows[0] ?? null
}

/** Indexes that changed after one change, in the order of their changes. */
export async function findIndexes(
  db: Queryable,
  base: KnowledgeId,
  { after, limit }: { after: string; limit: number },
): Promise<(StoredIndex & { changed: string })[]> {
  const { rows } = await sql<StoredIndex & { changed: string }>`
    select document_id, index_id::text, chunks, words, signatures, embedding, changed::text from knowledge_indexes
    where base_id = ${base} and changed > ${after}::bigint order by changed limit ${limit}`.execute(db)
  return rows
}

/** The documents of a base whose metadata has these values. */
export async function findMatching(db: Queryable, base: KnowledgeId, filter: KnowledgeMetadata): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from knowledge_documents where base_id = ${base} and answers is not null
      and metadata @> ${JSON.stringify(filter)}::jsonb`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A list of ids or numbers as Postgres reads one: nothing in it needs quotes, which lists of texts are searched for. */
const listOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`

/** Vectors that come as one value. A row each costs more than what is in it; one value of all is so long that it has to be collected as garbage. */
const TOGETHER = 32

/** Some chunks, by their places in the list that was asked for, and their vectors in the same order, as hexadecimal text. */
export interface FoundVectors {
  found: number[]
  vectors: string
}

/** Which of these chunks there still are, and their vectors. */
export async function findVectors(
  db: Queryable,
  reader: Reader,
  base: KnowledgeId,
  places: readonly Place[],
): Promise<FoundVectors[]> {
  const { rows } = await sql<FoundVectors>`/* prepare */
    select array_agg(p.at::int - 1) as found, encode(string_agg(substring(c.vector for ${DIMENSIONS}::int), ''::bytea), 'hex') as vectors
    from unnest(${listOf(places.map((one) => one.document_id))}::uuid[], ${listOf(places.map((one) => one.index_id))}::bigint[],
      ${listOf(places.map((one) => one.position))}::int[]) with ordinality p(document_id, index_id, position, at)
    join knowledge_documents d on d.id = p.document_id and d.answers = p.index_id and d.base_id = ${base}
    join knowledge_chunks c on c.document_id = p.document_id and c.index_id = p.index_id and c.position = p.position
    where c.vector is not null and exists (select from knowledge_bases b where b.id = ${base} and ${mayRead(reader)})
    group by p.at / ${TOGETHER}::int`.execute(db)
  return rows
}

/**
 * All vectors of some indexes, in the order of their chunks. Not asked for any reader: they say only how near a chunk is, and what a reader
 * may see is asked with the chunks themselves.
 */
export async function findAllVectors(
  db: Queryable,
  indexes: readonly IndexName[],
): Promise<{ document_id: string; vectors: Buffer }[]> {
  const { rows } = await sql<{ document_id: string; vectors: Buffer }>`
    select i.document_id, v.vectors
    from unnest(${listOf(indexes.map((one) => one.document_id))}::uuid[], ${listOf(indexes.map((one) => one.index_id))}::bigint[])
      i(document_id, index_id)
    cross join lateral (
      select string_agg(substring(c.vector for ${DIMENSIONS}::int), ''::bytea order by c.position) as vectors from knowledge_chunks c
      where c.document_id = i.document_id and c.index_id = i.index_id) v
    where v.vectors is not null`.execute(db)
  return rows
}

/** Which of these indexes still answer, no matter who may read them: a reader who lost access finds nothing, and the others still do. */
export async function findAnswering(
  db: Queryable,
  base: KnowledgeId,
  documents: readonly string[],
): Promise<{ document_id: string; index_id: string }[]> {
  const { rows } = await sql<{ document_id: string; index_id: string }>`
    select id as document_id, answers::text as index_id from knowledge_documents
    where base_id = ${base} and id = any(${documents}::uuid[]) and answers is not null`.execute(db)
  return rows
}

export interface HitRow extends Place {
  document_id: KnowledgeDocumentId
  name: string
  file_id: FileId
  url: string | null
  markdown: boolean
  version: number
  metadata: KnowledgeMetadata
  headings: string[]
  text: string
  page: number | null
  boxes: Box[]
  before: string[]
  after: string[]
}

/** @param neighbours how many chunks before and after come with each */
export async function findHits(
  db: Queryable,
  reader: Reader,
  { base, filter, neighbours }: { base: KnowledgeId; filter: KnowledgeMetadata; neighbours: number },
  places: readonly Place[],
): Promise<HitRow[]> {
  const near = (from: number, to: number) => sql`array(select n.text from knowledge_chunks n
    where n.document_id = c.document_id and n.index_id = c.index_id and n.position between c.position + ${from}::int and c.position + ${to}::int
    order by n.position)`
  const { rows } = await sql<HitRow>`/* prepare */
    select c.document_id, c.index_id::text, c.position, d.name, d.file_id, d.source_url as url, coalesce((select f.name ~* '\\.(md|markdown|html?)$' from files f where f.id = d.file_id), false) as markdown,
      c.version, d.metadata, c.headings, c.text, c.page, c.boxes,
      ${near(-neighbours, -1)} as before, ${near(1, neighbours)} as after
    from unnest(${listOf(places.map((one) => one.document_id))}::uuid[], ${listOf(places.map((one) => one.index_id))}::bigint[],
      ${listOf(places.map((one) => one.position))}::int[]) p(document_id, index_id, position)
    join knowledge_documents d on d.id = p.document_id and d.answers = p.index_id and d.base_id = ${base}
    join knowledge_chunks c on c.document_id = p.document_id and c.index_id = p.index_id and c.position = p.position
    where d.metadata @> ${JSON.stringify(filter)}::jsonb
      and exists (select from knowledge_bases b where b.id = ${base} and ${mayRead(reader)})`.execute(db)
  return rows
}
