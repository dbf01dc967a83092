/** The verbs of documents of knowledge: adding, replacing and removing them. */
import { Readable } from 'node:stream'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocument, KnowledgeDocumentId, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { type DocumentState, KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { lockBase } from '#server/areas/knowledge/bases/bases.store.ts'
import { type KnowledgeDb, readerOf } from '#server/areas/knowledge/bases/bases.ts'
import type { EmbedOutside } from '#server/areas/knowledge/bases/outside-embedding.ts'
import { beginsLikeZip, isArchive, unpackZip } from '#server/gateways/unpack-zip.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readWhole } from '#server/platform/files/read-whole.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import * as store from './documents.store.ts'

export interface NewFile {
  id: FileId
  name: string
  mime: string
  bytes: number
  sha256: string
}

/** Where the files of documents are kept; they are their base owner's. */
export interface DocumentFiles {
  /** Stores a file that is removed after an hour, unless it is kept. @throws AppError as an upload */
  store(owner: UserId, file: { name: string; mime: string; stream: Readable }): Promise<NewFile>
  keep(tx: Queryable, id: FileId): Promise<void>
  /** The largest file, in bytes. */
  largest(): Promise<number>
}

export interface DocumentDeps extends KnowledgeDb {
  files: DocumentFiles
  embed: EmbedPort
  embedOutside: EmbedOutside
}

export interface Upload {
  name: string
  mime: string
  stream: Readable
}

export interface InBase {
  id: KnowledgeId
  document_id: KnowledgeDocumentId
}

const PROGRESS: Record<DocumentState, (share: number) => number> = {
  queued: () => 0,
  reading: () => 0.05,
  embedding: (share) => 0.2 + 0.8 * share,
  ready: () => 1,
  failed: () => 0,
}

function present({ error_code, error_message, embedded, updated_at, ...row }: store.DocumentRow): KnowledgeDocument {
  return {
    ...row,
    progress: PROGRESS[row.state](row.chunks === 0 ? 0 : embedded / row.chunks),
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
    updated_at: updated_at.toISOString(),
  }
}

/** @throws not_found, also for a foreign one */
export async function getDocument(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, document_id }: InBase,
  db: Queryable = deps.db,
): Promise<KnowledgeDocument> {
  const row = await store.findDocument(db, readerOf(deps, grant), { base: id, id: document_id })
  if (!row) throw new AppError('not_found')
  return present(row)
}

/** The newest first. @throws not_found */
export async function listDocuments(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  query: { state?: DocumentState | undefined; contains?: string | undefined; limit: number; offset: number },
): Promise<{ items: KnowledgeDocument[]; total: number; limit: number; offset: number }> {
  const { state = null, contains, limit, offset } = query
  const page = { state, contains: contains?.trim() || null, limit, offset }
  const found = await store.findDocuments(deps.db, readerOf(deps, grant), id, page)
  if (!found) throw new AppError('not_found')
  return { items: found.rows.map(present), total: found.total, limit, offset }
}

/** Whose base it is, for one who may change it. @throws not_found, forbidden */
export async function requireWriter(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  db: Queryable = deps.db,
): Promise<UserId> {
  const base = await lockBase(db, readerOf(deps, grant), id)
  if (!base) throw new AppError('not_found')
  if (base.role === 'read')
    throw new AppError('forbidden', { message: 'You can search this knowledge base, but not change it.' })
  return base.owner_id
}

/** What is refused is read to its end all the same, so that its sender hears why. @throws not_found, forbidden */
async function requireUploader(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { stream }: Upload,
): Promise<UserId> {
  try {
    return await requireWriter(deps, grant, id)
  } catch (error) {
    stream.resume()
    throw error
  }
}

/** The stream again, and its first bytes. */
async function peek(stream: Readable): Promise<{ first: Buffer; stream: Readable }> {
  const parts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const { value: first = Buffer.alloc(0) } = await parts.next()
  async function* all() {
    yield first
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  }
  return { first, stream: Readable.from(all(), { objectMode: false }) }
}

export const alreadyRead = (): AppError =>
  fieldError('url', 'This page is already in the knowledge base.', 'already_exists')

export const streamOf = (bytes: Buffer): Readable => Readable.from([bytes], { objectMode: false })

/** Adds a file, or the files of an archive. @throws not_found, forbidden, limit_reached, and what an upload is refused for */
export async function addDocument(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  upload: Upload,
): Promise<Added> {
  const owner = await requireUploader(deps, grant, id, upload)
  const { name, mime } = upload
  const { first, stream } = await peek(upload.stream)
  if (!beginsLikeZip(first))
    return { items: [await addFile(deps, grant, { id, owner }, { name, mime, stream })], skipped: [] }
  // Held in memory as a whole: a few at a time.
  return inMemory('all', async () => addArchive(deps, grant, { id, owner }, { name, mime, stream }))
}

const inMemory = createKeyedSemaphore(4)
const ARCHIVE = { files: KNOWLEDGE.zip_files, bytes: KNOWLEDGE.zip_bytes }

interface Added {
  items: KnowledgeDocument[]
  /** Files of an archive that were left out. */
  skipped: { name: string; reason: string }[]
}

/** Adds an Office file, or the files of an archive. */
async function addArchive(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  base: { id: KnowledgeId; owner: UserId },
  { name, mime, stream }: Upload,
): Promise<Added> {
  const bytes = await readWhole(stream, await deps.files.largest())
  if (!isArchive(bytes))
    return { items: [await addFile(deps, grant, base, { name, mime, stream: streamOf(bytes) })], skipped: [] }
  // Looked through before anything is added: a bad archive changes nothing.
  for await (const _ of unpackZip(bytes, ARCHIVE));
  const items: KnowledgeDocument[] = []
  const skipped: { name: string; reason: string }[] = []
  for await (const file of unpackZip(bytes, ARCHIVE)) {
    try {
      items.push(await addFile(deps, grant, base, { name: file.name, mime: '', stream: streamOf(file.bytes) }))
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      skipped.push({ name: file.name.slice(-200), reason: error.problems[0]?.message ?? error.message })
    }
  }
  return { items, skipped }
}

interface FileToAdd extends Upload {
  metadata?: KnowledgeMetadata
  made_for?: string
  execution_id?: string | null
  /** Where it was read. */
  source?: store.ReadFrom
}

/** @throws not_found, forbidden, limit_reached, already_exists, and what an upload is refused for */
export async function addFile(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  { id, owner }: { id: KnowledgeId; owner: UserId },
  { name, mime, stream, ...rest }: FileToAdd,
): Promise<KnowledgeDocument> {
  const file = await deps.files.store(owner, { name, mime, stream })
  return deps.db.transaction().execute((tx) => addStored(tx, deps, grant, id, { file, ...rest }))
}

/** Adds a file that was stored before. @throws not_found, forbidden, limit_reached, already_exists */
export async function addStored(
  tx: Queryable,
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { file, metadata = {}, made_for, execution_id, source }: Omit<FileToAdd, keyof Upload> & { file: NewFile },
): Promise<KnowledgeDocument> {
  await deps.files.keep(tx, file.id)
  const { id: file_id, ...about } = file
  const added = {
    base: id,
    file_id,
    ...about,
    metadata,
    added_by: grant.on,
    made_for: made_for ?? null,
    execution_id: execution_id ?? null,
    source: source ?? null,
  }
  const document = await store.insertDocument(tx, readerOf(deps, grant), added, KNOWLEDGE.documents)
  if (document !== null) return getDocument(deps, grant, { id, document_id: document }, tx)
  await requireWriter(deps, grant, id, tx)
  if (source?.url != null && (await store.hasAddress(tx, id, source.url))) throw alreadyRead()
  throw new AppError('limit_reached', { message: `A knowledge base can have up to ${KNOWLEDGE.documents} documents.` })
}

/** The old content answers until the new one is indexed. @throws not_found, forbidden, and what an upload is refused for */
export async function replaceDocument(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  { id, document_id }: InBase,
  upload: Upload,
): Promise<KnowledgeDocument> {
  const owner = await requireUploader(deps, grant, id, upload)
  return replaceWith(deps, grant, { id, document_id, owner }, upload)
}

async function replaceWith(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  { id, document_id, owner }: InBase & { owner: UserId },
  { name, mime, stream, ...step }: Upload & { made_for?: string; execution_id?: string | null },
): Promise<KnowledgeDocument> {
  const file = await deps.files.store(owner, { name, mime, stream })
  return deps.db.transaction().execute(async (tx) => {
    if (!(await replaceStored(tx, deps, grant, { id, document_id }, { file, ...step }))) throw new AppError('not_found')
    return getDocument(deps, grant, { id, document_id }, tx)
  })
}

/**
 * Replaces the file of a document by one that was stored before.
 * @param source where it was read again; then only a document that still is what was read there is replaced
 * @returns false where there is none to replace
 */
export async function replaceStored(
  tx: Queryable,
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  { id, document_id }: InBase,
  { file, ...from }: { file: NewFile; made_for?: string; execution_id?: string | null; source?: store.ReadFrom | null },
): Promise<boolean> {
  await deps.files.keep(tx, file.id)
  const { id: file_id, ...about } = file
  const { made_for = null, execution_id = null, source = null } = from
  const replaced = { ...about, file_id, made_for, execution_id, source }
  return store.replaceFile(tx, readerOf(deps, grant), { base: id, id: document_id }, replaced)
}

/** @throws not_found, forbidden */
export async function updateDocument(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, document_id }: InBase,
  { name, metadata }: { name?: string | undefined; metadata?: KnowledgeMetadata | undefined },
): Promise<KnowledgeDocument> {
  await requireWriter(deps, grant, id)
  const changes = { name: name ?? null, metadata: metadata ?? null }
  if (!(await store.updateDocument(deps.db, readerOf(deps, grant), { base: id, id: document_id }, changes)))
    throw new AppError('not_found')
  return getDocument(deps, grant, { id, document_id })
}

/** @throws not_found, forbidden */
export async function deleteDocument(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, document_id }: InBase,
): Promise<void> {
  await requireWriter(deps, grant, id)
  const isGone = await deps.db
    .transaction()
    .execute((tx) => store.deleteDocument(tx, readerOf(deps, grant), { base: id, id: document_id }))
  if (!isGone) throw new AppError('not_found')
}

/** Indexes documents again, from their files: chunks edited by hand are made from them again, too. @throws not_found, forbidden */
export async function indexAgain(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  which: 'failed' | 'all' | KnowledgeDocumentId,
): Promise<{ queued: number }> {
  await requireWriter(deps, grant, id)
  const queued = await store.queueDocuments(deps.db, readerOf(deps, grant), id, which)
  if (queued === 0 && which !== 'failed' && which !== 'all') throw new AppError('not_found')
  return { queued }
}

/** Who adds documents from a workflow: once for each step, or in place of one with the same name. */
export interface DocumentFromStep {
  name: string
  mime: string
  bytes: Buffer
  metadata: KnowledgeMetadata
  /** Of the step, the same for every attempt. */
  made_for: string
  /** The run of the step: what it adds goes when that is deleted. */
  execution_id: string | null
  replace: boolean
}

/** @throws not_found, forbidden, limit_reached, and what an upload is refused for */
export async function putDocument(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { replace, made_for, execution_id, bytes, ...rest }: DocumentFromStep,
): Promise<KnowledgeDocument> {
  const file = { ...rest, stream: streamOf(bytes) }
  const owner = await requireWriter(deps, grant, id)
  const added = await store.findSame(deps.db, id, { made_for })
  if (added !== null) return getDocument(deps, grant, { id, document_id: added })
  const same = replace ? await store.findSame(deps.db, id, { name: file.name }) : null
  if (same === null) return addFile(deps, grant, { id, owner }, { ...file, made_for, execution_id })
  await replaceWith(deps, grant, { id, document_id: same, owner }, { ...file, made_for, execution_id })
  return updateDocument(deps, grant, { id, document_id: same }, { metadata: file.metadata })
}

/** Removes the documents of a base with this name, or id. @returns how many @throws not_found, forbidden */
export async function removeNamed(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  name: string,
): Promise<number> {
  await requireWriter(deps, grant, id)
  for (let removed = 0; ; removed++) {
    const found = await store.findSame(deps.db, id, { name })
    if (found === null) return removed
    await deleteDocument(deps, grant, { id, document_id: found }).catch((error: unknown) => {
      // Another one removed it first.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    })
  }
}
