import { ownMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayOfferAcceptance } from './acceptance.policy.ts'
import { listWaitingResults } from './acceptance.ts'
import { getAgentAcceptance, getSellerAcceptance, saveAgentAcceptance } from './seller-acceptance.ts'

type Names = 'listWaitingResults' | 'getAgentAcceptance' | 'saveAgentAcceptance' | 'getSellerAcceptance'

export const acceptanceHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listWaitingResults: ({ query }, { caller }) => listWaitingResults(db, ownMoney(caller), query),
  getAgentAcceptance: ({ params }, { caller }) => getAgentAcceptance(db, mayOfferAcceptance(caller), params.id),
  saveAgentAcceptance: ({ params, body }, { caller }) =>
    saveAgentAcceptance(db, mayOfferAcceptance(caller), params.id, body.days),
  getSellerAcceptance: ({ query }, { caller }) =>
    getSellerAcceptance(db, mayOfferAcceptance(caller), Number(query.days)),
})
