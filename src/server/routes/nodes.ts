import { nameOfOwner } from '#nodes/work-for.ts'
import { ownerOfCaller } from '#server/domain/caller.ts'
import type { ModelDeps } from '#server/domain/models/model-port.ts'
import { verdictWithNeeds } from '#server/domain/models/needs.ts'
import {
  getNode,
  getNodeConfiguration,
  getNodeStats,
  listNodeCategories,
  listNodes,
} from '#server/domain/nodes/nodes.ts'
import { listPage } from '#server/domain/page.ts'
import { checkDocument, checkNode } from '#server/domain/workflows/document.ts'
import type { Handlers } from '#server/http/handlers.ts'

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
