/** What the screens of one knowledge base read. */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
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
