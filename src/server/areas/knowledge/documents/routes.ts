import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { editChunk, listChunks } from './chunks.ts'
import {
  addDocument,
  type DocumentDeps,
  deleteDocument,
  indexAgain,
  listDocuments,
  replaceDocument,
  updateDocument,
} from './documents.ts'

type Names =
  | 'listKnowledgeDocuments'
  | 'addKnowledgeDocument'
  | 'updateKnowledgeDocument'
  | 'replaceKnowledgeDocument'
  | 'deleteKnowledgeDocument'
  | 'indexKnowledge'
  | 'listKnowledgeChunks'
  | 'editKnowledgeChunk'

export const knowledgeDocumentHandlers = (deps: DocumentDeps): Pick<Handlers, Names> => ({
  listKnowledgeDocuments: ({ params, query }, { caller }) =>
    listDocuments(deps, mayUseKnowledge(caller), params.id, query),
  addKnowledgeDocument: async ({ params }, context) =>
    addDocument(deps, mayUseKnowledge(context.caller), params.id, await context.upload()),
  updateKnowledgeDocument: ({ params, body }, { caller }) =>
    updateDocument(deps, mayUseKnowledge(caller), params, body),
  replaceKnowledgeDocument: async ({ params }, context) =>
    replaceDocument(deps, mayUseKnowledge(context.caller), params, await context.upload()),
  deleteKnowledgeDocument: async ({ params }, { caller }) => {
    await deleteDocument(deps, mayUseKnowledge(caller), params)
    return { id: params.document_id }
  },
  indexKnowledge: ({ params, body }, { caller }) =>
    indexAgain(deps, mayUseKnowledge(caller), params.id, body.documents),
  listKnowledgeChunks: ({ params, query }, { caller }) => listChunks(deps, mayUseKnowledge(caller), params, query),
  editKnowledgeChunk: ({ params, body }, { caller }) => editChunk(deps, mayUseKnowledge(caller), params, body),
})
