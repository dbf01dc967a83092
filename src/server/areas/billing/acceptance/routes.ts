import { ownMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayOfferAcceptance } from './acceptance.policy.ts'
import { decideAcceptance, listWaitingResults, wantedOf } from './acceptance.ts'
import { getAgentAcceptance, getSellerAcceptance, saveAgentAcceptance } from './seller-acceptance.ts'

type Names =
  | 'decideAcceptance'
  | 'listWaitingResults'
  | 'getAgentAcceptance'
  | 'saveAgentAcceptance'
  | 'getSellerAcceptance'

export const acceptanceHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  decideAcceptance: ({ params, body }, { caller }) => {
    const grant = ownMoney(caller)
    const isKey = caller.type === 'user' && caller.api_key !== undefined
    const person = caller.type === 'user' ? personBehind(caller) : null
    return decideAcceptance(db, grant, params.id, { way: isKey ? 'api' : 'page', person, wanted: wantedOf(body) })
  },
  listWaitingResults: ({ query }, { caller }) => listWaitingResults(db, ownMoney(caller), query),
  getAgentAcceptance: ({ params }, { caller }) => getAgentAcceptance(db, mayOfferAcceptance(caller), params.id),
  saveAgentAcceptance: ({ params, body }, { caller }) =>
    saveAgentAcceptance(db, mayOfferAcceptance(caller), params.id, body.days),
  getSellerAcceptance: ({ query }, { caller }) =>
    getSellerAcceptance(db, mayOfferAcceptance(caller), Number(query.days)),
})
