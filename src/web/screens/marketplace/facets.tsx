import type { AgentFacets } from '#contract/agents.ts'
import { PRICE_NAMES } from '#web/listing/price.ts'
import { Link } from '#web/ui/link.tsx'
import { type MarketplaceState, marketplaceHref } from './state.ts'

/** The choices of one facet as links: each has its address, and shows how many agents it would leave. */
function Facet({ title, choices }: { title: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={title} className="min-w-0">
      <h2 className="mb-1.5 font-medium text-muted text-sm max-lg:sr-only">{title}</h2>
      <ul className="flex gap-1 max-lg:overflow-x-auto max-lg:pb-1 lg:grid lg:gap-0.5">
        {choices.map((choice) => (
          <li key={choice.key} className="shrink-0">
            <Link
              href={choice.href}
              aria-current={choice.chosen ? 'true' : undefined}
              className="flex min-h-8 items-center justify-between gap-2 rounded px-2.5 hover:bg-hover aria-[current]:bg-indigo-soft aria-[current]:font-medium aria-[current]:text-indigo max-lg:border max-lg:border-line"
            >
              <span className={choice.count === 0 && !choice.chosen ? 'text-muted' : ''}>{choice.label}</span>
              <span className="text-sm tabular-nums">{choice.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Choice {
  key: string
  label: string
  count: number
  href: string
  chosen: boolean
}

const sum = (counts: readonly { count: number }[]): number => counts.reduce((total, { count }) => total + count, 0)

/** A chosen choice leads back to all; counts hold under the search and the other facet. */
export function Facets({
  facets,
  state,
  next,
}: {
  facets: AgentFacets
  state: MarketplaceState
  /** What a choice changes: where the page is going. */
  next: MarketplaceState
}) {
  const categories = facets.categories.map(({ slug, name, count }) => ({
    key: slug,
    label: name,
    count,
    href: marketplaceHref(next, { category: slug }),
    chosen: state.category === slug,
  }))
  const prices = facets.prices.map(({ type, count }) => ({
    key: type,
    label: PRICE_NAMES[type],
    count,
    href: marketplaceHref(next, { price: type }),
    chosen: state.price === type,
  }))
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
      label: 'Stays on this server',
      count: facets.offline,
      href: marketplaceHref(next, { offline: !state.offline }),
      chosen: state.offline,
    },
  ]
  const all = (name: 'category' | 'price', choices: readonly Choice[]): Choice => ({
    key: '',
    label: name === 'category' ? 'All categories' : 'Any price',
    count: sum(choices),
    href: marketplaceHref(next, { [name]: null }),
    chosen: state[name] === null,
  })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 lg:gap-6">
      <Facet title="Category" choices={[all('category', categories), ...categories]} />
      <Facet title="Price" choices={[all('price', prices), ...prices]} />
      <Facet title="Rating" choices={ratings} />
      <Facet title="Your data" choices={data} />
    </div>
  )
}
