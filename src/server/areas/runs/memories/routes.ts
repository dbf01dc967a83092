import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { ownMemories } from './memories.policy.ts'
import { allow, deleteFact, editFact, erase, getState, listFacts, listMemories } from './memories.ts'

type Names = 'listMemories' | 'getMemoryState' | 'allowMemory' | 'eraseMemory' | 'listFacts' | 'editFact' | 'deleteFact'

export const memoryHandlers = (db: Database): Pick<Handlers, Names> => ({
  listMemories: ({ query }, { caller }) => listMemories(db, ownMemories(caller), query),
  getMemoryState: ({ query }, { caller }) => getState(db, ownMemories(caller), query),
  allowMemory: ({ body }, { caller }) => allow(db, ownMemories(caller), body),
  eraseMemory: ({ params }, { caller }) => erase(db, ownMemories(caller), params.id),
  listFacts: async ({ params, query }, { caller }) =>
    listPage(await listFacts(db, ownMemories(caller), params.id), 'items', query),
  editFact: ({ params, body }, { caller }) => editFact(db, ownMemories(caller), params, body.fact),
  deleteFact: ({ params }, { caller }) => deleteFact(db, ownMemories(caller), params),
})
