/** What documents were cut into: for a look, and to be corrected. */
import { AppError } from '#contract/core/errors.ts'
import type { KnowledgeChunk } from '#contract/knowledge/documents.ts'
import { NodeError } from '#nodes/node.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { type KnowledgeDb, readerOf } from '#server/areas/knowledge/bases/bases.ts'
import { embedBy, embeddingNamed, INSTALLED, nameOf } from '#server/areas/knowledge/bases/outside-embedding.ts'
import { searchedText } from '#server/areas/knowledge/indexing/chunk-document.ts'
import { makeIndex, packed } from '#server/areas/knowledge/indexing/index-documents.ts'
import { storeIndex } from '#server/areas/knowledge/indexing/indexing.store.ts'
import * as store from './documents.store.ts'
import { type DocumentDeps, getDocument, type InBase, requireWriter } from './documents.ts'

/** @throws not_found */
export async function listChunks(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  asked: InBase,
  page: { limit: number; offset: number },
): Promise<{ items: KnowledgeChunk[]; total: number; limit: number; offset: number }> {
  await getDocument(deps, grant, asked)
  const where = { base: asked.id, id: asked.document_id }
  const { rows, total } = await store.findChunks(deps.db, readerOf(deps, grant), where, page)
  return { items: rows, total, ...page }
}

const EDIT_MS = 20_000

/** By what made the other vectors of the index. */
async function embedChunk(
  deps: DocumentDeps,
  answering: store.Answering,
  text: string,
): Promise<Float32Array | undefined> {
  const { embedding, chosen, length, owner } = answering
  const signal = AbortSignal.timeout(EDIT_MS)
  if (embedding === INSTALLED) return (await deps.embed([text], signal))[0]
  const model = embeddingNamed(embedding, chosen)
  const known = nameOf(chosen) === embedding ? length : null
  return (await embedBy(deps.embedOutside, owner, model, [text], { signal, length: known })).vectors[0]
}

async function findAnswering(db: DocumentDeps['db'], id: store.Answering['id']): Promise<store.Answering> {
  const found = await store.findAnswering(db, id)
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Corrects the text of a chunk. Searches find the new text at once; the file stays as it is.
 * @throws not_found, forbidden, stale_details when the text is another one by now, unavailable
 */
export async function editChunk(
  deps: DocumentDeps,
  grant: KnowledgeGrant,
  { id, document_id, position }: InBase & { position: number },
  { text, instead_of }: { text: string; instead_of: string },
): Promise<KnowledgeChunk> {
  await requireWriter(deps, grant, id)
  const asked = { base: id, id: document_id, position }
  const reader = readerOf(deps, grant)
  const { items } = await listChunks(deps, grant, { id, document_id }, { limit: 1, offset: position })
  if (items[0]?.position !== position) throw new AppError('not_found')
  const answering = await findAnswering(deps.db, document_id)
  const vector = await embedChunk(deps, answering, searchedText(items[0].headings, text)).catch((cause: unknown) => {
    throw new AppError('unavailable', {
      retryAfter: 5,
      cause,
      ...(cause instanceof NodeError && { message: cause.message }),
    })
  })
  return deps.db.transaction().execute(async (tx) => {
    const chunk = await store.lockChunk(tx, reader, asked)
    if (!chunk) throw new AppError('not_found')
    if (chunk.text !== instead_of)
      throw new AppError('stale_details', { message: 'This chunk has changed since you loaded it. Load it again.' })
    const { index_id, ...shown } = chunk
    await store.updateChunk(tx, { id: document_id, index_id, position }, { text, vector: packed(vector) })
    const { embedding } = answering
    await storeIndex(
      tx,
      { id: document_id, base_id: id, index_id, embedding },
      await makeIndex(tx, document_id, index_id),
    )
    return { ...shown, text, edited: true }
  })
}
