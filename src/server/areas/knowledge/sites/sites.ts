/** The verbs of sites: adding, stopping, continuing and removing them. Their pages are read by a job (`read-sites.ts`). */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE, type ReadAgain, type SitePageState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSite, KnowledgeSiteId, KnowledgeSitePage } from '#contract/knowledge/sites.ts'
import type { WebParts } from '#server/areas/knowledge/addresses/read-page.ts'
import type { KnowledgeGrant } from '#server/areas/knowledge/bases/bases.policy.ts'
import { type KnowledgeDb, readerOf } from '#server/areas/knowledge/bases/bases.ts'
import { requireWriter } from '#server/areas/knowledge/documents/documents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { parseStart, scopeOf } from './scope.ts'
import * as store from './sites.store.ts'

interface OfSite {
  id: KnowledgeId
  site_id: KnowledgeSiteId
}

const errorOf = ({ error_code: code, error_message: message }: Pick<store.SiteRow, 'error_code' | 'error_message'>) =>
  code === null ? null : { code, message: message ?? '' }

function present({ error_code, error_message, ...row }: store.SiteRow): KnowledgeSite {
  const error = errorOf({ error_code, error_message })
  return {
    ...{ ...row, error, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() },
    read_at: row.read_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
  }
}

/** The newest first. @throws not_found */
export async function listSites(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  id: KnowledgeId,
): Promise<{ items: KnowledgeSite[] }> {
  const rows = await store.findSites(deps.db, readerOf(deps, grant), id)
  if (!rows) throw new AppError('not_found')
  return { items: rows.map(present) }
}

async function getSite(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, site_id }: OfSite,
  db: Queryable = deps.db,
): Promise<KnowledgeSite> {
  const row = await store.findSite(db, readerOf(deps, grant), { base: id, id: site_id })
  if (!row) throw new AppError('not_found')
  return present(row)
}

const alreadyAdded = (): AppError =>
  fieldError('url', 'This website is already in the knowledge base.', 'already_exists')

/** Its pages are read in the background. @throws not_found, forbidden, invalid_input, already_exists, limit_reached, too_many_requests */
export async function addSite(
  deps: KnowledgeDb & { web: Pick<WebParts, 'allow'> },
  grant: KnowledgeGrant,
  id: KnowledgeId,
  { url: entered, ...limits }: { url: string; max_pages: number; max_depth: number; read_again: ReadAgain },
): Promise<KnowledgeSite> {
  await requireWriter(deps, grant, id)
  const url = parseStart(entered, deps.web.allow)
  if (await store.hasSite(deps.db, id, url.href)) throw alreadyAdded()
  const limit = rateLimitFor('knowledge sites', { key: grant.on, shared: false }, KNOWLEDGE.sites_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve added many websites')
  return deps.db.transaction().execute(async (tx) => {
    const site = { base: id, url, scope: scopeOf(url), ...limits }
    const added = await store.insertSite(tx, readerOf(deps, grant), site, KNOWLEDGE.sites)
    if (added !== null) return getSite(deps, grant, { id, site_id: added }, tx)
    await requireWriter(deps, grant, id, tx)
    if (await store.hasSite(tx, id, url.href)) throw alreadyAdded()
    throw new AppError('limit_reached', { message: `A knowledge base can have up to ${KNOWLEDGE.sites} websites.` })
  })
}

/**
 * Stops reading, or continues: what waits is read, and what failed is tried again. Chooses how often it is read again.
 * @throws not_found, forbidden
 */
export async function updateSite(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, site_id }: OfSite,
  { stopped, read_again }: { stopped?: boolean | undefined; read_again?: ReadAgain | undefined },
): Promise<KnowledgeSite> {
  return deps.db.transaction().execute(async (tx) => {
    await requireWriter(deps, grant, id, tx)
    const reader = readerOf(deps, grant)
    const asked = { base: id, id: site_id }
    if (stopped === true) await store.stopSite(tx, reader, asked)
    if (stopped === false) await store.continueSite(tx, reader, asked)
    if (read_again !== undefined) await store.setReadAgain(tx, reader, asked, read_again)
    return getSite(deps, grant, { id, site_id }, tx)
  })
}

/** Reads all its pages again in the background; nothing changes while it is being read. @throws not_found, forbidden, too_many_requests */
export async function readSiteAgain(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, site_id }: OfSite,
): Promise<KnowledgeSite> {
  await requireWriter(deps, grant, id)
  await getSite(deps, grant, { id, site_id })
  const limit = rateLimitFor('knowledge readings', { key: grant.on, shared: false }, KNOWLEDGE.sites_per_hour)
  await enforceRateLimit(deps.db, [limit], 'You’ve read many websites again')
  return deps.db.transaction().execute(async (tx) => {
    await store.readAgain(tx, readerOf(deps, grant), { base: id, id: site_id })
    return getSite(deps, grant, { id, site_id }, tx)
  })
}

/** With the documents that its pages are. @throws not_found, forbidden */
export async function deleteSite(deps: KnowledgeDb, grant: KnowledgeGrant, { id, site_id }: OfSite): Promise<void> {
  await requireWriter(deps, grant, id)
  const asked = { base: id, id: site_id }
  const isGone = await deps.db.transaction().execute((tx) => store.deleteSite(tx, readerOf(deps, grant), asked))
  if (!isGone) throw new AppError('not_found')
}

/** @throws not_found */
export async function listSitePages(
  deps: KnowledgeDb,
  grant: KnowledgeGrant,
  { id, site_id }: OfSite,
  { state = null, limit, offset }: { state?: SitePageState | null | undefined; limit: number; offset: number },
): Promise<{ items: KnowledgeSitePage[]; total: number; limit: number; offset: number }> {
  await getSite(deps, grant, { id, site_id })
  const asked = { base: id, id: site_id }
  const { rows, total } = await store.findSitePages(deps.db, readerOf(deps, grant), asked, { state, limit, offset })
  const items = rows.map(({ error_code, error_message, read_at, ...row }) => ({
    ...row,
    error: errorOf({ error_code, error_message }),
    read_at: read_at?.toISOString() ?? null,
  }))
  return { items, total, limit, offset }
}
