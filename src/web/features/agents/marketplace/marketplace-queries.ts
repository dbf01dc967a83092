import type { AgentQuery } from '#contract/agents/agents.ts'
import { q } from '#web/api/query.ts'
import { type MarketplaceState, marketplaceQuery } from './marketplace-address.ts'

/** The list an address asks for. */
export const agentsQuery = (state: MarketplaceState) => {
  const query: Partial<AgentQuery> = Object.fromEntries(
    Object.entries(marketplaceQuery(state)).filter(([, value]) => value),
  )
  return q('listAgents', { query })
}

/** The last that came, for their shelf. */
export const newestQuery = q('listAgents', { query: { sort: 'newest', page_size: 4 } })

export const comparedQuery = (slug: string) => q('getAgent', { params: { id: slug } })
