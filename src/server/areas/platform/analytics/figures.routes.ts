import { findPlanLimits } from '#server/areas/billing/billing.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayReadFigures, mayReadOwnAgents, mayReadUsage, personIn } from './analytics.policy.ts'
import * as figures from './figures.ts'

type Names =
  | 'getVisitFigures'
  | 'getSearchFigures'
  | 'getFunnelFigures'
  | 'getRetentionFigures'
  | 'getAgentFigures'
  | 'getSellerFigures'
  | 'getRevenueFigures'
  | 'getOwnAgentFigures'
  | 'getUsageFigures'

export const figureHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  getVisitFigures: ({ query }, { caller }) => figures.getVisits(db, mayReadFigures(caller), query, new Date()),
  getSearchFigures: ({ query }, { caller }) => figures.getSearches(db, mayReadFigures(caller), query, new Date()),
  getFunnelFigures: ({ query }, { caller }) => figures.getFunnel(db, mayReadFigures(caller), query, new Date()),
  getRetentionFigures: ({ query }, { caller }) => figures.getRetention(db, mayReadFigures(caller), query, new Date()),
  getAgentFigures: ({ query }, { caller }) => figures.getAgents(db, mayReadFigures(caller), query, new Date()),
  getSellerFigures: ({ query }, { caller }) => figures.getSellers(db, mayReadFigures(caller), query, new Date()),
  getRevenueFigures: ({ query }, { caller }) => figures.getRevenue(db, mayReadFigures(caller), query, new Date()),
  getOwnAgentFigures: ({ query }, { caller }) => figures.getOwnAgents(db, mayReadOwnAgents(caller), query, new Date()),
  getUsageFigures: async ({ query }, { caller }) => {
    const plan = await findPlanLimits(db, personIn(caller))
    return figures.getUsage(db, mayReadUsage(caller, plan), query, new Date())
  },
})
