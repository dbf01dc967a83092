import { findAgent, maySeeAgent } from '#server/areas/agents/agents.ts'
import { getCredits, getSpending, listEntries, saveCaps, saveSpending } from '#server/areas/billing/credits/credits.ts'
import { getDailySpending } from '#server/areas/billing/credits/daily-spending.ts'
import { getMonthSpending, saveMemberCap } from '#server/areas/billing/credits/month-spending.ts'
import { mayManageOwnOrders } from '#server/areas/billing/orders/orders.policy.ts'
import { ownMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { listAgentSpending, listPurchases, takeNewestVersion } from '#server/areas/billing/purchases/purchases.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { enterCode } from './free-runs.ts'
import { getTerms } from './terms.ts'
import type { TrialRules } from './trials.ts'

type Names =
  | 'getCredits'
  | 'saveCaps'
  | 'listCreditEntries'
  | 'getMonthSpending'
  | 'getDailySpending'
  | 'saveMemberCap'
  | 'getServiceSpending'
  | 'saveServiceCap'
  | 'getAgentTerms'
  | 'listPurchases'
  | 'listAgentSpending'
  | 'takeNewestVersion'
  | 'enterCode'

export const creditHandlers = ({ db, trials }: { db: Database; trials: TrialRules }): Pick<Handlers, Names> => ({
  getCredits: (_input, { caller }) => getCredits(db, ownMoney(caller)),
  saveCaps: ({ body }, { caller }) => saveCaps(db, ownMoney(caller), body),
  listCreditEntries: ({ query }, { caller }) => listEntries(db, ownMoney(caller), query),
  getMonthSpending: ({ query }, { caller }) => getMonthSpending(db, ownMoney(caller), query.month),
  getDailySpending: ({ query }, { caller }) => getDailySpending(db, ownMoney(caller), Number(query.days)),
  saveMemberCap: ({ params, body }, { caller }) =>
    saveMemberCap(db, ownMoney(caller), params.user_id, body.month_cap_paise),
  getServiceSpending: ({ params }, { caller }) => getSpending(db, ownMoney(caller), params.id),
  saveServiceCap: ({ params, body }, { caller }) => saveSpending(db, ownMoney(caller), params.id, body.month_cap_paise),
  getAgentTerms: async ({ params }, { caller }) =>
    getTerms(db, trials, maySeeAgent(caller, await findAgent(db, params.id))),
  listPurchases: ({ query }, { caller }) => listPurchases(db, ownMoney(caller), query),
  listAgentSpending: ({ query }, { caller }) => listAgentSpending(db, ownMoney(caller), query),
  takeNewestVersion: ({ params }, { caller }) => takeNewestVersion(db, ownMoney(caller), params.id),
  enterCode: async ({ body }, { caller }) => {
    const grant = mayManageOwnOrders(caller)
    const { on: agent } = maySeeAgent(caller, await findAgent(db, body.agent_id))
    return enterCode(db, trials, grant, { agent, code: body.code, now: new Date() })
  },
})
