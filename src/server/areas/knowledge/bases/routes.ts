import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { mayUseKnowledge } from './bases.policy.ts'
import { deleteBase, getBase, type KnowledgeDb, listBases, shareBase, updateBase } from './bases.ts'
import type { OutsideModels } from './outside-embedding.ts'

type Names = 'listKnowledge' | 'getKnowledge' | 'updateKnowledge' | 'deleteKnowledge' | 'shareKnowledge'

export const knowledgeHandlers = (deps: KnowledgeDb & { outside: OutsideModels }): Pick<Handlers, Names> => ({
  listKnowledge: async ({ query }, { caller }) =>
    listPage(await listBases(deps, mayUseKnowledge(caller)), 'items', query),
  getKnowledge: ({ params }, { caller }) => getBase(deps, mayUseKnowledge(caller), params.id),
  updateKnowledge: ({ params, body }, { caller }) => updateBase(deps, mayUseKnowledge(caller), params.id, body),
  deleteKnowledge: async ({ params: { id } }, { caller }) => {
    await deleteBase(deps, mayUseKnowledge(caller), id)
    return { id }
  },
  shareKnowledge: ({ params, body }, { caller }) => shareBase(deps, mayUseKnowledge(caller), params.id, body),
})
