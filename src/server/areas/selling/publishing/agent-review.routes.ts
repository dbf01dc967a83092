import type { Marketplace } from '#server/areas/agents/agents.ts'
import { type StoppingDeps, stopForbidden } from '#server/areas/runs/runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { decideSubmission } from './decide-submission.ts'
import { controlManagedAgent, listManagedAgents } from './manage-listings.ts'
import { mayReview } from './publishing.policy.ts'
import { getDifference, getSubmission, listSubmissions } from './queue.ts'

type Names =
  | 'listSubmissions'
  | 'getSubmission'
  | 'decideSubmission'
  | 'listManagedAgents'
  | 'controlManagedAgent'
  | 'getVersionDifference'

interface Deps extends StoppingDeps {
  db: Database
  marketplace: Marketplace
}

export const agentReviewHandlers = ({ db, marketplace, ...deps }: Deps): Pick<Handlers, Names> => ({
  listSubmissions: ({ query }, { caller }) => listSubmissions(db, mayReview(caller), query),
  getSubmission: ({ params }, { caller }) => getSubmission(db, mayReview(caller), params.id),
  decideSubmission: ({ params, body }, { caller }) => decideSubmission(db, mayReview(caller), params.id, body),
  listManagedAgents: ({ query }, { caller }) => listManagedAgents(db, mayReview(caller), query),
  controlManagedAgent: async ({ params, body }, { caller }) => {
    const agent = await controlManagedAgent(db, mayReview(caller), params.id, body)
    if (body.action === 'suspend') await stopForbidden(db, deps, { agent: params.id })
    return agent
  },
  getVersionDifference: async ({ params, query }, { caller }) =>
    getDifference(db, caller, await marketplace.get(caller, params.id), query),
})
