import type { AgentFacets } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { Facet } from './facet.tsx'
import type { HrefOf, MarketplaceState } from './marketplace-address.ts'

/** What agents are rated, and where they take what is given to them. A chosen choice leads back to all. */
export function MoreFacets({
  facets,
  state,
  href,
  row,
}: {
  facets: AgentFacets
  state: MarketplaceState
  href: HrefOf
  row: boolean
}) {
  const ratings = facets.ratings.map(({ least, count }) => {
    const chosen = state.rating === least
    return {
      key: String(least),
      label: t('{least} stars or more', { least }),
      count,
      href: href({ rating: chosen ? null : least }),
      chosen,
    }
  })
  const data = [
    {
      key: 'model',
      label: t('No language model'),
      count: facets.no_model,
      href: href({ noModel: !state.noModel }),
      chosen: state.noModel,
    },
    {
      key: 'offline',
      label: t('No outside service'),
      count: facets.offline,
      href: href({ offline: !state.offline }),
      chosen: state.offline,
    },
  ]
  return (
    <>
      <Facet title={t('Rating')} choices={ratings} row={row} />
      <Facet title={t('Your data')} choices={data} row={row} />
    </>
  )
}
