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

export const figureHandlers = ({ db, reader }: { db: Database; reader: Database }): Pick<Handlers, Names> => ({
  getVisitFigures: ({ query }, { caller }) => figures.getVisits(reader, mayReadFigures(caller), query, new Date()),
  getSearchFigures: ({ query }, { caller }) => figures.getSearches(reader, mayReadFigures(caller), query, new Date()),
  getFunnelFigures: ({ query }, { caller }) => figures.getFunnel(reader, mayReadFigures(caller), query, new Date()),
  getRetentionFigures: ({ query }, { caller }) =>
    figures.getRetention(reader, mayReadFigures(caller), query, new Date()),
  getAgentFigures: ({ query }, { caller }) => figures.getAgents(reader, mayReadFigures(caller), query, new Date()),
  getSellerFigures: ({ query }, { caller }) => figures.getSellers(reader, mayReadFigures(caller), query, new Date()),
  getRevenueFigures: ({ query }, { caller }) => figures.getRevenue(reader, mayReadFigures(caller), query, new Date()),
  getOwnAgentFigures: ({ query }, { caller }) =>
    figures.getOwnAgents(reader, mayReadOwnAgents(caller), query, new Date()),
  getUsageFigures: async ({ query }, { caller }) => {
    const plan = await findPlanLimits(db, personIn(caller))
    return figures.getUsage(reader, mayReadUsage(caller, plan), query, new Date())
  },
})
