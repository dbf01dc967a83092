import type { AgentQuery } from '#contract/agents.ts'
import { q } from '#web/api/query.ts'
import type { MarketplaceState } from './state.ts'

/** The list an address asks for. */
export function agentsQuery({ search, category, price, rating, noModel, offline, sort, page }: MarketplaceState) {
  const query: Partial<AgentQuery> = { page }
  if (search) query.search = search
  if (category) query.category = category
  if (price) query.price = price
  if (rating) query.rating = rating
  if (noModel) query.model = 'none'
  if (offline) query.offline = 'true'
  if (sort) query.sort = sort
  return q('listAgents', { query })
}

export const comparedQuery = (slug: string) => q('getAgent', { params: { id: slug } })
