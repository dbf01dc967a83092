import { Suspense, useState } from 'react'
import type { AgentFacets } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { PRICE_NAMES } from '#web/parts/agents/listing/price.ts'
import { type Choice, Facet } from './facet.tsx'
import { type MarketplaceState, marketplaceHref } from './marketplace-address.ts'

// Asked for by few, and the first load of this page is counted.
const MoreFacets = lazyPart(
  () => import('./more-facets.tsx'),
  (m) => m.MoreFacets,
)

/** A chosen choice leads back to all; counts hold under the search and the other facet. */
export function Facets({
  facets,
  state,
  next,
  row,
}: {
  facets: AgentFacets
  state: MarketplaceState
  /** What a choice changes: where the page is going. */
  next: MarketplaceState
  /** Above the shelves instead of at the side of results. */
  row: boolean
}) {
  const [opened, setOpened] = useState(false)
  const more = opened || state.rating !== null || state.noModel || state.offline
  const categories = facets.categories.map(({ slug, name, count }) => ({
    key: slug,
    label: name,
    category: slug,
    count,
    href: marketplaceHref(next, { category: slug }),
    chosen: state.category === slug,
  }))
  const prices = facets.prices.map(({ type, count }) => ({
    key: type,
    label: t(PRICE_NAMES[type]),
    count,
    href: marketplaceHref(next, { price: type }),
    chosen: state.price === type,
  }))
  const all = (name: 'category' | 'price'): Choice => ({
    key: '',
    label: name === 'category' ? t('All categories') : t('Any price'),
    count: null,
    href: marketplaceHref(next, { [name]: null }),
    chosen: state[name] === null,
  })
  return (
    <div
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 ${row ? 'lg:flex lg:flex-wrap lg:items-center lg:gap-x-4' : 'lg:gap-6'}`}
    >
      <Facet title={t('Category')} choices={[all('category'), ...categories]} row={row} />
      <Facet title={t('Price')} choices={[all('price'), ...prices]} row={row} />
      {more ? (
        <Suspense fallback={null}>
          <MoreFacets row={row} facets={facets} state={state} href={(change) => marketplaceHref(next, change)} />
        </Suspense>
      ) : (
        <button
          type="button"
          onClick={() => setOpened(true)}
          className="min-h-8 w-fit rounded px-2.5 text-indigo hover:bg-hover"
        >
          {t('More filters')}
        </button>
      )}
    </div>
  )
}
