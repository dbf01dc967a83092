import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { DocumentDeps } from '#server/areas/knowledge/documents/documents.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { addAddress } from './add-address.ts'
import type { WebParts } from './read-page.ts'

export const knowledgeAddressHandlers = (
  deps: DocumentDeps & { web: WebParts },
): Pick<Handlers, 'addKnowledgeAddress'> => ({
  addKnowledgeAddress: ({ params, body }, { caller, signal }) =>
    addAddress(deps, mayUseKnowledge(caller), params.id, body.url, signal),
})
