import type { Marketplace } from '#server/areas/agents/agents.ts'
import { maySell } from '#server/areas/selling/publishing/publishing.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getAgentRecord, setNotice } from './agent-health.ts'

type Names = 'getAgentRecord' | 'setAgentStanding'

export const agentHealthHandlers = ({
  db,
  marketplace,
}: {
  db: Database
  marketplace: Marketplace
}): Pick<Handlers, Names> => ({
  getAgentRecord: async ({ params }, { caller }) => getAgentRecord(db, await marketplace.see(caller, params.id)),
  setAgentStanding: ({ params, body }, { caller }) => setNotice(db, maySell(caller), params.id, body),
})
