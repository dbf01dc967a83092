import type { Database } from '#server/database/database.ts'
import type { Marketplace } from '#server/domain/agents/marketplace.ts'
import { maySell } from '#server/domain/publishing/publishing.policy.ts'
import { getRecord, setStanding } from '#server/domain/standing/standing.ts'
import type { Handlers } from '#server/http/handlers.ts'

type Names = 'getAgentRecord' | 'setAgentStanding'

export const standingHandlers = ({
  db,
  marketplace,
}: {
  db: Database
  marketplace: Marketplace
}): Pick<Handlers, Names> => ({
  getAgentRecord: async ({ params }, { caller }) => getRecord(db, await marketplace.see(caller, params.id)),
  setAgentStanding: ({ params, body }, { caller }) => setStanding(db, maySell(caller), params.id, body),
})
