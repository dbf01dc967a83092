import type { Agent, AgentPage } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Cards } from './cards.tsx'
import type { MarketplaceState } from './marketplace-address.ts'
import { marketplaceHref } from './marketplace-address.ts'
import type { Compare } from './use-compare.ts'

/** How a category is named to the people it is for; others keep their name. */
export const SHELF_TITLES: Readonly<Record<string, string>> = {
  healthcare: 'For clinics and hospitals',
  legal: 'For law firms',
  finance: 'For accountants',
  'document-processing': 'For documents of every kind',
  'customer-service': 'For support teams',
}

/** On each shelf, at the most: a row. Two shelves of half a row share one. */
const WIDE = 4
const HALF = 2

interface ShelfOf {
  slug: string
  title: string
  agents: readonly Agent[]
  /** In the whole category. */
  total: number
}

/** The agents of a page by their first category, the categories in the order of the best agent of each. */
function shelvesOf({ agents, facets }: AgentPage): ShelfOf[] {
  const byCategory = Map.groupBy(agents, ({ category }) => category.slug)
  return [...byCategory].map(([slug, found]) => ({
    slug,
    title: SHELF_TITLES[slug] ?? found[0]?.category.name ?? slug,
    agents: found.slice(0, WIDE),
    total: facets.categories.find((category) => category.slug === slug)?.count ?? found.length,
  }))
}

/** What is there when nothing is asked for: one row for each field, the most used first. */
export function Shelves({ list, next, compare }: { list: AgentPage; next: MarketplaceState; compare: Compare }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-10 xl:grid-cols-2 [&>*+*]:later">
      {shelvesOf(list).map(({ slug, title, agents, total }) => (
        <section
          key={slug}
          aria-labelledby={`shelf-${slug}`}
          className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 ${agents.length > HALF ? 'xl:col-span-2' : ''}`}
        >
          <header className="flex items-center gap-3">
            <CategoryGlyph category={slug} size="sm" />
            <h2 id={`shelf-${slug}`} className="min-w-0 grow text-xl">
              {t(title)}
            </h2>
            {total > agents.length && (
              <TextLink href={marketplaceHref(next, { category: slug })}>
                {t('See all {count}', { count: total })}
              </TextLink>
            )}
          </header>
          <Cards
            agents={agents}
            compare={compare}
            columns={agents.length > HALF ? 'sm:grid-cols-2 xl:grid-cols-4' : 'sm:grid-cols-2'}
          />
        </section>
      ))}
    </div>
  )
}
