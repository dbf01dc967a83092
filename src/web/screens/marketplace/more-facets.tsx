import type { AgentFacets } from '#contract/agents.ts'
import { Facet } from './facet.tsx'
import { type MarketplaceState, marketplaceHref } from './state.ts'

/** What agents are rated, and where they take what is given to them. A chosen choice leads back to all. */
export function MoreFacets({
  facets,
  state,
  next,
}: {
  facets: AgentFacets
  state: MarketplaceState
  next: MarketplaceState
}) {
  const ratings = facets.ratings.map(({ least, count }) => {
    const chosen = state.rating === least
    return {
      key: String(least),
      label: `${least} stars or more`,
      count,
      href: marketplaceHref(next, { rating: chosen ? null : least }),
      chosen,
    }
  })
  const data = [
    {
      key: 'model',
      label: 'No language model',
      count: facets.no_model,
      href: marketplaceHref(next, { noModel: !state.noModel }),
      chosen: state.noModel,
    },
    {
      key: 'offline',
      label: 'No outside service',
      count: facets.offline,
      href: marketplaceHref(next, { offline: !state.offline }),
      chosen: state.offline,
    },
  ]
  return (
    <>
      <Facet title="Rating" choices={ratings} />
      <Facet title="Your data" choices={data} />
    </>
  )
}
