import { findAgent } from '#server/areas/agents/agents.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayAgree, ownAgreements } from './agreements.policy.ts'
import { holdsAgent } from './agreements.store.ts'
import { listAgreements, recordAgreement, withdrawAgreement } from './agreements.ts'

type Names = 'listAgreements' | 'agree' | 'withdrawAgreement'

export const agreementHandlers = (db: Database): Pick<Handlers, Names> => ({
  listAgreements: ({ query }, { caller }) => listAgreements(db, ownAgreements(caller), query),
  agree: async ({ params, body }, { caller }) => {
    const agent = await findAgent(db, params.id)
    const holds = agent !== null && caller.type === 'user' && (await holdsAgent(db, caller.id, agent.id))
    return recordAgreement(db, mayAgree(caller, agent, holds), body.destinations)
  },
  withdrawAgreement: async ({ params }, { caller }) =>
    withdrawAgreement(db, ownAgreements(caller), (await findAgent(db, params.id))?.id),
})
