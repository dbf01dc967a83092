import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { KnowledgeDb } from '#server/areas/knowledge/bases/bases.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import type { AskParts } from './ask-source.ts'
import {
  addSource,
  deleteSource,
  listPlaces,
  listSourceItems,
  listSources,
  syncSource,
  updateSource,
} from './sources.ts'

type Names =
  | 'listKnowledgeSources'
  | 'addKnowledgeSource'
  | 'listSourcePlaces'
  | 'updateKnowledgeSource'
  | 'syncKnowledgeSource'
  | 'deleteKnowledgeSource'
  | 'listKnowledgeSourceItems'

export const knowledgeSourceHandlers = (deps: KnowledgeDb & { ask: AskParts }): Pick<Handlers, Names> => ({
  listKnowledgeSources: async ({ params, query }, { caller }) =>
    listPage(await listSources(deps, mayUseKnowledge(caller), params.id), 'items', query),
  addKnowledgeSource: ({ params, body }, { caller }) => addSource(deps, mayUseKnowledge(caller), params.id, body),
  listSourcePlaces: ({ params, body }, { caller, signal }) =>
    listPlaces(deps, mayUseKnowledge(caller), params.id, body, signal),
  updateKnowledgeSource: ({ params, body }, { caller }) => updateSource(deps, mayUseKnowledge(caller), params, body),
  syncKnowledgeSource: ({ params }, { caller }) => syncSource(deps, mayUseKnowledge(caller), params),
  deleteKnowledgeSource: async ({ params, query }, { caller }) => {
    await deleteSource(deps, mayUseKnowledge(caller), params, query.documents)
    return { id: params.source_id }
  },
  listKnowledgeSourceItems: ({ params, query }, { caller }) =>
    listSourceItems(deps, mayUseKnowledge(caller), params, query),
})
