/** What becomes of one item of a source: a document, a new version of the document that it was, or none. */
import { SOURCE } from '#contract/knowledge/knowledge-values.ts'
import { readerAddsPages } from '#server/areas/knowledge/bases/bases.policy.ts'
import { hasAddress, type ReadFrom } from '#server/areas/knowledge/documents/documents.store.ts'
import { addStored, type NewFile, replaceStored, streamOf } from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { SourceTrouble } from './kinds/source-kind.ts'
import * as store from './syncing.store.ts'
import { inTurn, type Turn } from './turn.ts'

const tooLarge = () =>
  new SourceTrouble('item', 'file_too_large', `The file is larger than ${SOURCE.file_bytes / 1_000_000} MB.`)

/** @throws SourceTrouble, Superseded, and what a document is refused for */
export async function readItem(turn: Turn, item: store.SourceItem): Promise<void> {
  const { parts, source, kind, ask } = turn
  const { version } = item
  // A person removed its document, or replaced the file: that stays as they left it.
  if (item.read_version !== null && item.document === null)
    return inTurn(turn, (tx) => store.finishItem(tx, item, { state: 'read', error: null, read_version: version }))
  if ((item.bytes ?? 0) > SOURCE.file_bytes) throw tooLarge()
  const bytes = await kind.fetch(ask, { id: item.external_id, how: item.how })
  if (bytes.length > SOURCE.file_bytes) throw tooLarge()
  if (bytes.length === 0) throw new SourceTrouble('item', 'file_empty', 'The file is empty.')
  // Kept for an hour, unless it becomes a document.
  const file = await parts.files.store(source.owner_id, {
    name: item.name,
    mime: '',
    stream: streamOf(Buffer.from(bytes)),
  })
  await inTurn(turn, (tx) => putItem(tx, turn, item, file))
}

const sourceOf = ({ url }: store.SourceItem): ReadFrom => ({ url, etag: null, last_modified: null, content_hash: null })

async function putItem(tx: Queryable, turn: Turn, item: store.SourceItem, file: NewFile): Promise<void> {
  const { parts, source } = turn
  const read = { state: 'read', error: null, read_version: item.version } as const
  const left = item.document === null && item.url !== null ? await store.findLeft(tx, source, item.url) : null
  const document = item.document ?? left
  // Exports and files that were only touched.
  if (document?.sha256 === file.sha256)
    return store.finishItem(tx, item, { ...read, ...(left && { document: { id: left.id, file_id: left.file_id } }) })
  if (item.url !== null && (await hasAddress(tx, source.base_id, item.url, document?.id)))
    throw new SourceTrouble('item', 'already_added', 'It is already in the knowledge base.')
  const grant = readerAddsPages(source.owner_id)
  const asked = { file, source: sourceOf(item) }
  if (document === null) {
    const { id } = await addStored(tx, parts, grant, source.base_id, asked)
    return store.finishItem(tx, item, { ...read, document: { id, file_id: file.id } })
  }
  const { id } = document
  const isReplaced = await replaceStored(tx, parts, grant, { id: source.base_id, document_id: id }, asked)
  // Otherwise a person took it away meanwhile.
  await store.finishItem(tx, item, isReplaced ? { ...read, document: { id, file_id: file.id } } : read)
}
