import { nameOfOwner } from '#nodes/work-for.ts'
import { verdictWithNeeds } from '#server/areas/workflows/models/model-needs.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { checkDocument, checkNode } from '#server/areas/workflows/workflows/document.ts'
import { ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
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
