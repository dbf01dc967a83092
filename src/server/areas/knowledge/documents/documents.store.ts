/** The SQL of documents of knowledge. Every statement asks for the caller's access to the base it is in. */
import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import type { DocumentState } from '#contract/knowledge/knowledge-values.ts'
import type { Box } from '#nodes/lib/document/locate.ts'
import { mayRead, mayWrite, type Reader } from '#server/areas/knowledge/bases/access.store.ts'
import { queuedAgain as again } from '#server/areas/knowledge/bases/bases.store.ts'
import type { OutsideEmbedding } from '#server/areas/knowledge/bases/outside-embedding.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface DocumentRow {
  id: KnowledgeDocumentId
  name: string
  file_id: FileId
  url: string | null
  mime: string
  bytes: number
  version: number
  metadata: KnowledgeMetadata
  state: DocumentState
  error_code: string | null
  error_message: string | null
  searchable: boolean
  /** Whether a source keeps it as it is in an account. */
  synced: boolean
  pages: number | null
  unread_pages: number
  chunks: number
  embedded: number
  updated_at: Date
}

const columns = sql`d.id, d.name, d.file_id, d.source_url as url, d.mime, d.bytes::float8 as bytes, d.version, d.metadata, d.status as state, d.error_code,
  d.error_message, d.answers is not null as searchable,
  exists (select from knowledge_source_items i where i.document_id = d.id and i.file_id = d.file_id) as synced, d.pages, d.unread_pages, d.chunks, d.embedded, d.updated_at`

interface Asked {
  base: KnowledgeId
  id: KnowledgeDocumentId
}
const where = (reader: Reader, { base, id }: Asked): RawBuilder<unknown> =>
  sql`d.id = ${id} and d.base_id = ${base} and b.id = d.base_id and ${mayRead(reader)}`

export async function findDocument(db: Queryable, reader: Reader, asked: Asked): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from knowledge_documents d join knowledge_bases b on b.id = d.base_id where ${where(reader, asked)}`.execute(
    db,
  )
  return rows[0] ?? null
}

export interface DocumentPage {
  state: DocumentState | null
  contains: string | null
  limit: number
  offset: number
}

/** The newest first. @returns null for who may not read the base */
export async function findDocuments(
  db: Queryable,
  reader: Reader,
  base: KnowledgeId,
  { state, contains, limit, offset }: DocumentPage,
): Promise<{ rows: DocumentRow[]; total: number } | null> {
  const found = sql`d.base_id = ${base} and (${state}::text is null or d.status = ${state})
    and (${contains}::text is null or strpos(lower(d.name), lower(${contains})) > 0)`
  const { rows: totals } = await sql<{ total: number }>`
    select (select count(*) from knowledge_documents d where ${found})::int as total
    from knowledge_bases b where b.id = ${base} and ${mayRead(reader)}`.execute(db)
  if (totals[0] === undefined) return null
  const { rows } = await sql<DocumentRow>`
    select ${columns} from knowledge_documents d join knowledge_bases b on b.id = d.base_id
    where ${found} and ${mayRead(reader)} order by d.created_at desc, d.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { rows, total: totals[0].total }
}

/** What tells whether a page has changed. */
export interface Fingerprint {
  /** As the website said; null where it didn't. */
  etag: string | null
  last_modified: string | null
  /** Of its text, or of the bytes of a file; null for what was added before there was one. */
  content_hash: string | null
}

/** Where on the web a document was read. */
export interface Source extends Fingerprint {
  /** Where it was in the end, without a fragment. */
  url: string
}

/** Where a document was read; null for `url` where people can’t open it. */
export interface ReadFrom extends Fingerprint {
  url: string | null
}

export interface NewDocument {
  base: KnowledgeId
  name: string
  file_id: FileId
  mime: string
  bytes: number
  sha256: string
  metadata: KnowledgeMetadata
  added_by: UserId
  made_for: string | null
  /** The run whose step added it; null for a person, a website and a source. */
  execution_id: string | null
  /** Where it was read; null for a file that a person gave. */
  source: ReadFrom | null
}

/** @returns null at the limit, where the caller may not write, and where the base has a document from this address */
export async function insertDocument(
  tx: Queryable,
  reader: Reader,
  document: NewDocument,
  most: number,
): Promise<KnowledgeDocumentId | null> {
  const { base, name, file_id, mime, bytes, sha256, metadata, added_by, made_for, execution_id, source } = document
  const { rows } = await sql<{ id: KnowledgeDocumentId }>`
    insert into knowledge_documents (base_id, name, file_id, mime, bytes, sha256, metadata, added_by, made_for, execution_id, source_url, etag,
      last_modified, content_hash)
    select b.id, ${name}, ${file_id}::uuid, ${mime}, ${bytes}::bigint, ${sha256}, ${JSON.stringify(metadata)}::jsonb, ${added_by}::uuid,
      ${made_for}::uuid, ${execution_id}::uuid, ${source?.url ?? null}, ${source?.etag ?? null}, ${source?.last_modified ?? null}, ${source?.content_hash ?? null}
    from knowledge_bases b where b.id = ${base} and ${mayWrite(reader)}
      and (select count(*) from knowledge_documents where base_id = b.id) < ${most}
    on conflict (base_id, source_url) where source_url is not null do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** A document that this step added, or that has this name. */
export async function findSame(
  db: Queryable,
  base: KnowledgeId,
  by: { made_for: string } | { name: string },
): Promise<KnowledgeDocumentId | null> {
  const same = 'made_for' in by ? sql`made_for = ${by.made_for}` : sql`lower(name) = lower(${by.name})`
  const { rows } = await sql<{ id: KnowledgeDocumentId }>`
    select id from knowledge_documents where base_id = ${base} and ${same} order by created_at desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/**
 * Keeps others from adding a document of this address, or leading one there, until the transaction ends: to ask {@link hasAddress} alone
 * would leave two that are read at once to the unique index.
 */
export async function lockAddresses(tx: Queryable, base: KnowledgeId): Promise<void> {
  await sql`select from knowledge_bases where id = ${base} for no key update`.execute(tx)
}

/** Whether a document of the base, other than `but`, was read from this address. */
export async function hasAddress(
  db: Queryable,
  base: KnowledgeId,
  url: string,
  but: KnowledgeDocumentId | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from knowledge_documents where base_id = ${base} and source_url = ${url} and id is distinct from ${but}::uuid`.execute(
    db,
  )
  return rows.length > 0
}

export interface StoredSource extends Source {
  /** Of the file that was made of it, in hex. */
  sha256: string
}

/** Where a document was read; null where a person uploaded it. */
export async function findSource(db: Queryable, id: KnowledgeDocumentId): Promise<StoredSource | null> {
  const { rows } = await sql<StoredSource>`
    select source_url as url, etag, last_modified, content_hash, sha256 from knowledge_documents
    where id = ${id} and source_url is not null`.execute(db)
  return rows[0] ?? null
}

/** The page was read again and is the same: what the website says of it may have changed. */
export async function updateFingerprint(
  db: Queryable,
  id: KnowledgeDocumentId,
  { etag, last_modified, content_hash }: Fingerprint,
): Promise<void> {
  await sql`update knowledge_documents set etag = ${etag}, last_modified = ${last_modified}, content_hash = ${content_hash}
    where id = ${id} and source_url is not null`.execute(db)
}

/**
 * The old index answers until the new one is made. The old file goes with the next sweep, and where the old content was read. What
 * is read again takes its new title, unless a person gave the document another name.
 * @returns whether there was a document to change: for a page, one that still is what was read there
 */
export async function replaceFile(
  tx: Queryable,
  reader: Reader,
  asked: Asked,
  file: Pick<NewDocument, 'name' | 'file_id' | 'mime' | 'bytes' | 'sha256' | 'made_for' | 'execution_id' | 'source'>,
): Promise<boolean> {
  const url = file.source?.url ?? null
  const isPerson = file.source === null
  const { rows } = await sql<{ old: FileId }>`
    update knowledge_documents d set name = case when ${isPerson}::bool or was.name = f.name then ${file.name} else d.name end, file_id = ${file.file_id}::uuid, mime = ${file.mime}, bytes = ${file.bytes}::bigint,
      sha256 = ${file.sha256}, source_url = ${url}, etag = ${file.source?.etag ?? null}, last_modified = ${file.source?.last_modified ?? null},
      content_hash = ${file.source?.content_hash ?? null}, version = d.version + 1, made_for = coalesce(${file.made_for}::uuid, d.made_for),
      execution_id = ${file.execution_id}::uuid, ${again}
    from knowledge_bases b, knowledge_documents was join files f on f.id = was.file_id
    where d.id = ${asked.id} and d.base_id = ${asked.base} and b.id = d.base_id and ${mayWrite(reader)} and was.id = d.id
      and (${url}::text is null or d.source_url is not null)
    returning was.file_id as old`.execute(tx)
  const [row] = rows
  if (row) await removeFile(tx, row.old)
  return row !== undefined
}

const removeFile = async (tx: Queryable, id: FileId): Promise<void> => {
  await sql`update files set expires_at = now() where id = ${id}`.execute(tx)
}

export async function updateDocument(
  db: Queryable,
  reader: Reader,
  asked: Asked,
  { name, metadata }: { name: string | null; metadata: KnowledgeMetadata | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update knowledge_documents d set name = coalesce(${name}, d.name),
      metadata = coalesce(${metadata && JSON.stringify(metadata)}::jsonb, d.metadata), updated_at = now()
    from knowledge_bases b where d.id = ${asked.id} and d.base_id = ${asked.base} and b.id = d.base_id and ${mayWrite(reader)}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Deletes what steps of these runs added or replaced, with its file. No search finds it from now on. */
export async function deleteDocumentsOfRuns(tx: Queryable, runs: readonly string[]): Promise<void> {
  await sql`
    with gone as (delete from knowledge_documents where execution_id = any(${sql.val(runs)}::uuid[]) returning file_id)
    update files f set expires_at = now(), name = 'deleted' from gone g where f.id = g.file_id`.execute(tx)
}

/** No search finds it from now on. */
export async function deleteDocument(tx: Queryable, reader: Reader, asked: Asked): Promise<boolean> {
  const { rows } = await sql<{ file_id: FileId }>`
    delete from knowledge_documents d using knowledge_bases b
    where d.id = ${asked.id} and d.base_id = ${asked.base} and b.id = d.base_id and ${mayWrite(reader)} returning d.file_id`.execute(
    tx,
  )
  const [row] = rows
  if (row) await removeFile(tx, row.file_id)
  return row !== undefined
}

/** Queues documents to be indexed again. @returns how many */
export async function queueDocuments(
  db: Queryable,
  reader: Reader,
  base: KnowledgeId,
  which: 'failed' | 'all' | KnowledgeDocumentId,
): Promise<number> {
  const chosen = which === 'all' ? sql`true` : which === 'failed' ? sql`d.status = 'failed'` : sql`d.id = ${which}`
  const { numAffectedRows } = await sql`
    update knowledge_documents d set ${again} from knowledge_bases b
    where d.base_id = ${base} and b.id = d.base_id and ${mayWrite(reader)} and ${chosen}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface ChunkRow {
  position: number
  headings: string[]
  text: string
  page: number | null
  boxes: Box[]
  edited: boolean
}

/** Of the index that answers, or of the one that is being made where none does. */
export async function findChunks(
  db: Queryable,
  reader: Reader,
  asked: Asked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ChunkRow[]; total: number }> {
  const from = sql`from knowledge_documents d join knowledge_bases b on b.id = d.base_id
    join knowledge_chunks c on c.document_id = d.id and c.index_id = coalesce(d.answers, d.wanted) where ${where(reader, asked)}`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<ChunkRow>`
    select c.position, c.headings, c.text, c.page, c.boxes, c.edited ${from}
    order by c.position limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}

export interface Answering {
  id: KnowledgeDocumentId
  owner: UserId
  /** What made the vectors that answer. */
  embedding: string
  /** What makes those of documents that are indexed now, and how many numbers it answers. */
  chosen: OutsideEmbedding | null
  length: number | null
}

/** What made the index of a document that answers; null where none does. */
export async function findAnswering(db: Queryable, id: KnowledgeDocumentId): Promise<Answering | null> {
  const { rows } = await sql<Answering>`
    select i.document_id as id, b.owner_id as owner, i.embedding, b.embedding_length as length,
      case when b.embedding_model is not null then jsonb_build_object('model', b.embedding_model, 'name', b.embedding_name,
        'price', b.embedding_price) end as chosen
    from knowledge_indexes i join knowledge_bases b on b.id = i.base_id where i.document_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A chunk that this person may edit, locked with its document. */
export async function lockChunk(
  tx: Queryable,
  reader: Reader,
  asked: Asked & { position: number },
): Promise<(ChunkRow & { index_id: string }) | null> {
  const { rows } = await sql<ChunkRow & { index_id: string }>`
    select c.position, c.headings, c.text, c.page, c.boxes, c.edited, c.index_id::text
    from knowledge_documents d join knowledge_bases b on b.id = d.base_id
    join knowledge_chunks c on c.document_id = d.id and c.index_id = d.answers
    where d.id = ${asked.id} and d.base_id = ${asked.base} and c.position = ${asked.position} and ${mayWrite(reader)}
    for update of d, c`.execute(tx)
  return rows[0] ?? null
}

export async function updateChunk(
  tx: Queryable,
  { id, index_id, position }: { id: KnowledgeDocumentId; index_id: string; position: number },
  { text, vector }: { text: string; vector: Buffer },
): Promise<void> {
  await sql`update knowledge_chunks set text = ${text}, vector = ${vector}, edited = true
    where document_id = ${id} and index_id = ${index_id}::bigint and position = ${position}`.execute(tx)
}

/** That the file `f` of the statement is a document of a base that this person may read. */
export const isDocumentFile = (reader: Reader): RawBuilder<unknown> => sql`exists (
  select from knowledge_documents d join knowledge_bases b on b.id = d.base_id where d.file_id = f.id and ${mayRead(reader)})`
