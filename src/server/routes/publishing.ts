import type { Database } from '#server/database/database.ts'
import { mayMakeAgents } from '#server/domain/agents/agents.policy.ts'
import { createAgent, deleteAgent, getOwnAgent, listOwnAgents, updateAgent } from '#server/domain/publishing/drafts.ts'
import { maySell } from '#server/domain/publishing/publishing.policy.ts'
import { mayEditWorkflows } from '#server/domain/workflows/workflows.policy.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { RunEngine } from './run.ts'

type Names = 'createAgent' | 'updateAgent' | 'deleteAgent' | 'listOwnAgents' | 'getOwnAgent'

export const publishingHandlers = ({ db }: { db: Database; engine: RunEngine }): Pick<Handlers, Names> => ({
  createAgent: ({ body }, { caller }) =>
    createAgent(db, { edit: mayEditWorkflows(caller), make: mayMakeAgents(caller), sell: maySell(caller) }, body),
  updateAgent: ({ params, body }, { caller }) => updateAgent(db, maySell(caller), params.id, body),
  deleteAgent: ({ params }, { caller }) => deleteAgent(db, maySell(caller), params.id),
  listOwnAgents: ({ query }, { caller }) => listOwnAgents(db, maySell(caller), query),
  getOwnAgent: ({ params }, { caller }) => getOwnAgent(db, maySell(caller), params.id),
})
