/** Adds a page of the web to a knowledge base, as a document of its own. */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocument } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { hasAddress } from '#server/areas/knowledge/documents/documents.store.ts'
import {
  addFile,
  alreadyRead,
  type DocumentDeps,
  requireWriter,
  streamOf,
} from '#server/areas/knowledge/documents/documents.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { parseAddress, readPage, type WebParts } from './read-page.ts'

/** Pages are held in memory as a whole: a few of one person at a time. */
const inTurn = createKeyedSemaphore(2)

/**
 * Reads a page or file and adds it. The same address is added once to a base.
 * @throws not_found, forbidden, invalid_input, already_exists, limit_reached, too_many_requests, and what an upload is refused for
 */
export async function addAddress(
  deps: DocumentDeps & { web: WebParts },
  grant: KnowledgeGrant,
  id: KnowledgeId,
  address: string,
  signal: AbortSignal,
): Promise<KnowledgeDocument> {
  const owner = await requireWriter(deps, grant, id)
  const asked = parseAddress(address, deps.web.allow)
  if (await hasAddress(deps.db, id, asked.href)) throw alreadyRead()
  const limit = rateLimitFor('knowledge addresses', { key: grant.on, shared: false }, KNOWLEDGE.addresses_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve added many web addresses')
  return inTurn(grant.on, async () => {
    const { url, name, bytes } = await readPage(deps.web, address, signal)
    // Redirects often lead to a page that is there already.
    if (await hasAddress(deps.db, id, url)) throw alreadyRead()
    return addFile(deps, grant, { id, owner }, { name, mime: '', stream: streamOf(bytes), url })
  })
}
