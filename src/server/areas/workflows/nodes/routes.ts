import { nameOfOwner } from '#nodes/work-for.ts'
import { ownerOfCaller } from '#server/areas/core/caller.ts'
import { listPage } from '#server/areas/core/page.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { verdictWithNeeds } from '#server/areas/workflows/models/needs.ts'
import { checkDocument, checkNode } from '#server/areas/workflows/workflows/document.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { getNode, getNodeConfiguration, getNodeStats, listNodeCategories, listNodes } from './nodes.ts'

type Names =
  | 'listNodes'
  | 'getNode'
  | 'listNodeCategories'
  | 'getNodeStats'
  | 'validateWorkflow'
  | 'listPublicNodes'
  | 'getNodeConfiguration'
  | 'validateNode'

export const nodeHandlers = (models: ModelDeps): Pick<Handlers, Names> => ({
  listNodes: ({ query }) => listNodes(query),
  getNode: ({ params }) => getNode(params.type),
  listNodeCategories: ({ query }) => listPage(listNodeCategories(), 'categories', query),
  getNodeStats,
  validateWorkflow: async ({ body }, { caller }) =>
    'document' in body
      ? verdictWithNeeds(
          models,
          caller,
          await checkDocument(nameOfOwner(ownerOfCaller(caller)), body.document),
          body.document,
        )
      : checkNode(body.type, body.config),
  listPublicNodes: ({ query }) => listNodes(query),
  getNodeConfiguration: ({ params }) => getNodeConfiguration(params.type),
  validateNode: ({ body }) => checkNode(body.type, body.config),
})
