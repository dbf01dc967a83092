import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import { createBase } from '#server/areas/knowledge/bases/bases.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { type AddressDeps, addAddress, createBaseFrom } from './add-address.ts'
import { readDocumentAgain } from './read-again.ts'

export const knowledgeAddressHandlers = (
  deps: AddressDeps,
): Pick<Handlers, 'createKnowledge' | 'addKnowledgeAddress' | 'readKnowledgeDocument'> => ({
  createKnowledge: ({ body: { url, ...fields } }, { caller, signal }) => {
    const grant = mayUseKnowledge(caller)
    return url === undefined ? createBase(deps, grant, fields) : createBaseFrom(deps, grant, fields, { url, signal })
  },
  addKnowledgeAddress: ({ params, body: { url } }, { caller, signal }) =>
    addAddress(deps, mayUseKnowledge(caller), params.id, { url, signal }),
  readKnowledgeDocument: ({ params }, { caller, signal }) =>
    readDocumentAgain(deps, mayUseKnowledge(caller), { ...params, signal }),
})
