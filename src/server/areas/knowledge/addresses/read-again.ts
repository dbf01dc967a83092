/** Reads the page again that a document was made from. */
import { createHash } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { KnowledgeDocument } from '#contract/knowledge/documents.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import * as store from '#server/areas/knowledge/documents/documents.store.ts'
import {
  alreadyRead,
  getDocument,
  type InBase,
  replaceStored,
  requireWriter,
  streamOf,
} from '#server/areas/knowledge/documents/documents.ts'
import { type AddressDeps, readFor } from './add-address.ts'
import { readPageAgain, type WebPage } from './read-page.ts'

interface ReadAgain {
  document: KnowledgeDocument
  changed: boolean
}

/**
 * A page that changed replaces the file of its document, and the old content answers until the new one is indexed. One that can't be read
 * changes nothing.
 * @throws not_found, forbidden, invalid_input, already_exists, too_many_requests, and what an upload is refused for
 */
export async function readDocumentAgain(
  deps: AddressDeps,
  grant: KnowledgeGrant,
  asked: InBase & { signal: AbortSignal },
): Promise<ReadAgain> {
  const owner = await requireWriter(deps, grant, asked.id)
  const document = await getDocument(deps, grant, asked)
  if (document.synced)
    throw fieldError('document_id', 'This document is kept up to date by a source. Sync the source instead.')
  const known = await store.findSource(deps.db, asked.document_id)
  if (!known) throw fieldError('document_id', 'This document isn’t from a web address. Replace its file instead.')
  const read = () => readPageAgain(deps.web, known, asked.signal)
  return readFor(deps, grant, read, async (page) => {
    if (page !== null && !isSame(known, page)) return replacePage(deps, grant, { ...asked, owner }, page)
    if (page !== null) await store.updateFingerprint(deps.db, asked.document_id, page)
    return { document: await getDocument(deps, grant, asked), changed: false }
  })
}

const isSame = (known: store.StoredSource, { url, content_hash, bytes }: WebPage): boolean =>
  known.url === url &&
  (known.content_hash === content_hash || known.sha256 === createHash('sha256').update(bytes).digest('hex'))

async function replacePage(
  deps: AddressDeps,
  grant: KnowledgeGrant,
  { owner, ...asked }: InBase & { owner: Awaited<ReturnType<typeof requireWriter>> },
  page: WebPage,
): Promise<ReadAgain> {
  const file = await deps.files.store(owner, { name: page.name, mime: '', stream: streamOf(page.bytes) })
  return deps.db.transaction().execute(async (tx) => {
    // It may lead to a page that is there already, or that another one is led to at this moment.
    await store.lockAddresses(tx, asked.id)
    if (await store.hasAddress(tx, asked.id, page.url, asked.document_id)) throw alreadyRead()
    if (!(await replaceStored(tx, deps, grant, asked, { file, source: page }))) throw new AppError('not_found')
    return { document: await getDocument(deps, grant, asked, tx), changed: true }
  })
}
