/** Adds pages of the web to knowledge bases, as documents of their own. */
import type { KnowledgeDetail, KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocument } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { BaseFields } from '#server/areas/knowledge/bases/bases.store.ts'
import { checkNewBase, createBase } from '#server/areas/knowledge/bases/bases.ts'
import { hasAddress } from '#server/areas/knowledge/documents/documents.store.ts'
import {
  addFile,
  addStored,
  alreadyRead,
  type DocumentDeps,
  requireWriter,
  streamOf,
} from '#server/areas/knowledge/documents/documents.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { parseAddress, readPage, type WebPage, type WebParts } from './read-page.ts'

export type AddressDeps = DocumentDeps & { web: WebParts }

/** Pages are held in memory as a whole: a few of one person at a time. */
const inTurn = createKeyedSemaphore(2)

/** Reads a page when it is this person's turn. @throws too_many_requests, and as `read` and `use` */
export async function readFor<P, T>(
  { db }: AddressDeps,
  grant: KnowledgeGrant,
  read: () => Promise<P>,
  use: (page: P) => Promise<T>,
): Promise<T> {
  const limit = rateLimitFor('knowledge addresses', { key: grant.on, shared: false }, KNOWLEDGE.addresses_per_hour)
  await enforceRateLimit(db, [limit], 'You’ve added many web addresses')
  return inTurn(grant.on, async () => use(await read()))
}

interface Asked {
  url: string
  signal: AbortSignal
}

const reading =
  ({ web }: AddressDeps, { url, signal }: Asked) =>
  (): Promise<WebPage> =>
    readPage(web, url, signal)

/**
 * Reads a page or file and adds it. The same address is added once to a base.
 * @throws not_found, forbidden, invalid_input, already_exists, limit_reached, too_many_requests, and what an upload is refused for
 */
export async function addAddress(
  deps: AddressDeps,
  grant: KnowledgeGrant,
  id: KnowledgeId,
  asked: Asked,
): Promise<KnowledgeDocument> {
  const owner = await requireWriter(deps, grant, id)
  if (await hasAddress(deps.db, id, parseAddress(asked.url, deps.web.allow).href)) throw alreadyRead()
  return readFor(deps, grant, reading(deps, asked), async (source) => {
    const { url, name, bytes } = source
    // Redirects often lead to a page that is there already.
    if (await hasAddress(deps.db, id, url)) throw alreadyRead()
    return addFile(deps, grant, { id, owner }, { name, mime: '', stream: streamOf(bytes), source })
  })
}

/**
 * Creates a base with a page or file in it. The page is read first: where it can't be, there is no base.
 * @throws invalid_input, already_exists, limit_reached, too_many_requests, and what an upload is refused for
 */
export async function createBaseFrom(
  deps: AddressDeps,
  grant: KnowledgeGrant,
  fields: BaseFields,
  asked: Asked,
): Promise<KnowledgeDetail> {
  await checkNewBase(deps, grant, fields)
  parseAddress(asked.url, deps.web.allow)
  return readFor(deps, grant, reading(deps, asked), async (source) => {
    const { name, bytes } = source
    const file = await deps.files.store(grant.on, { name, mime: '', stream: streamOf(bytes) })
    return createBase(deps, grant, fields, (tx, id) => addStored(tx, deps, grant, id, { file, source }))
  })
}
