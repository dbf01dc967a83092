import { mayBookmark } from '#server/areas/agents/bookmarks/bookmarks.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { Marketplace } from './marketplace.ts'

type Names = 'listAgents' | 'getAgent' | 'getAgentWorkflow' | 'getAgentDocument' | 'listFeatured'

export const agentHandlers = ({ marketplace }: { marketplace: Marketplace }): Pick<Handlers, Names> => ({
  listAgents: ({ query }, { caller }) => marketplace.list(query, query.saved ? mayBookmark(caller) : null),
  getAgent: ({ params }, { caller }) => marketplace.get(caller, params.id),
  getAgentWorkflow: ({ params }, { caller }) => marketplace.workflow(caller, params.id),
  getAgentDocument: ({ params }, { caller }) => marketplace.document(caller, params.id),
  listFeatured: () => marketplace.featured(),
})
