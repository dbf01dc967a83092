/** What the screens of one knowledge base read. */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import type { SitePageState, SourceItemState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSiteId } from '#contract/knowledge/sites.ts'
import type { KnowledgeSourceId } from '#contract/knowledge/sources.ts'
import { q } from '#web/api/query.ts'

export const PAGE_SIZE = 50

export const baseQuery = (id: string) => q('getKnowledge', { params: { id: id as KnowledgeId } })

export const documentsQuery = (id: string, page: number) =>
  q('listKnowledgeDocuments', {
    params: { id: id as KnowledgeId },
    query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  })

export const chunksQuery = (id: KnowledgeId, document_id: KnowledgeDocumentId, offset: number) =>
  q('listKnowledgeChunks', { params: { id, document_id }, query: { limit: 20, offset } })

export const sitesQuery = (id: string) => q('listKnowledgeSites', { params: { id: id as KnowledgeId }, query: {} })

export const sourcesQuery = (id: string) => q('listKnowledgeSources', { params: { id: id as KnowledgeId }, query: {} })

export const SITE_PAGES_STEP = 20

export const sitePagesQuery = (
  id: KnowledgeId,
  site_id: KnowledgeSiteId,
  { state, offset }: { state: SitePageState | undefined; offset: number },
) => q('listKnowledgeSitePages', { params: { id, site_id }, query: { state, limit: SITE_PAGES_STEP, offset } })

export const sourceItemsQuery = (
  id: KnowledgeId,
  source_id: KnowledgeSourceId,
  { state, offset }: { state: SourceItemState | undefined; offset: number },
) => q('listKnowledgeSourceItems', { params: { id, source_id }, query: { state, limit: SITE_PAGES_STEP, offset } })
