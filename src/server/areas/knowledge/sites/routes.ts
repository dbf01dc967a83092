import type { WebParts } from '#server/areas/knowledge/addresses/read-page.ts'
import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { KnowledgeDb } from '#server/areas/knowledge/bases/bases.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { addSite, deleteSite, listSitePages, listSites, readSiteAgain, updateSite } from './sites.ts'

type Names =
  | 'listKnowledgeSites'
  | 'addKnowledgeSite'
  | 'updateKnowledgeSite'
  | 'readKnowledgeSite'
  | 'deleteKnowledgeSite'
  | 'listKnowledgeSitePages'

export const knowledgeSiteHandlers = (deps: KnowledgeDb & { web: WebParts }): Pick<Handlers, Names> => ({
  listKnowledgeSites: async ({ params, query }, { caller }) =>
    listPage(await listSites(deps, mayUseKnowledge(caller), params.id), 'items', query),
  addKnowledgeSite: ({ params, body }, { caller }) => addSite(deps, mayUseKnowledge(caller), params.id, body),
  updateKnowledgeSite: ({ params, body }, { caller }) => updateSite(deps, mayUseKnowledge(caller), params, body),
  readKnowledgeSite: ({ params }, { caller }) => readSiteAgain(deps, mayUseKnowledge(caller), params),
  deleteKnowledgeSite: async ({ params }, { caller }) => {
    await deleteSite(deps, mayUseKnowledge(caller), params)
    return { id: params.site_id }
  },
  listKnowledgeSitePages: ({ params, query }, { caller }) =>
    listSitePages(deps, mayUseKnowledge(caller), params, query),
})
