import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AgentFacets, AgentPage } from '#contract/agents/agents.ts'
import { refresh } from '#web/api/action.ts'
import { useCountSearch } from '#web/app/consent/count-search.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Cards } from './cards.tsx'
import { CompareTray } from './compare-tray.tsx'
import { type HrefOf, isAsking, type MarketplaceState } from './marketplace-address.ts'
import { newestQuery } from './marketplace-queries.ts'
import { NothingFound } from './nothing-found.tsx'
import type { Compare } from './use-compare.ts'

/**
 * Follows the results, or replaces them. The first paint does not wait for it.
 * @param next where the page is going: changes start from there. @param state where it is
 */
export default function After({
  list: { agents, total, page_size, facets, more_soon },
  state,
  next,
  href,
  compare,
  away,
  guest,
}: {
  list: AgentPage
  state: MarketplaceState
  next: MarketplaceState
  href: HrefOf
  compare: Compare
  away: boolean
  guest: boolean
}) {
  const asking = isAsking(state)
  useCountSearch(state.search ?? '', away || guest ? null : total)
  return (
    <>
      {more_soon && <AskAgain key={next.search} />}
      {(agents.length === 0 || guest) && <NothingFound state={next} href={href} away={away} guest={guest} />}
      {!asking && total > agents.length && <AllOthers total={total} href={href} compare={compare} />}
      {asking && !guest && (
        <Pagination page={state.page} pageSize={page_size} total={total} href={(other) => href({ page: other })} />
      )}
      {compare.slugs.length > 0 && <CompareTray compare={compare} />}
      <Categories facets={facets} />
    </>
  )
}

/** How long to wait each time, in ms, before what a search means is asked for again. */
const WAITS = [300, 700, 1500, 3000]

/** The words have answered; what means the same is still being looked for. */
function AskAgain() {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn >= WAITS.length) return
    const timer = setTimeout(() => void refresh('listAgents').finally(() => setTurn(turn + 1)), WAITS[turn])
    return () => clearTimeout(timer)
  }, [turn])
  return null
}

/** Under the shelves, where there are more agents than these show. */
function AllOthers({ total, href, compare }: { total: number; href: HrefOf; compare: Compare }) {
  const { data } = useQuery(newestQuery)
  return (
    <>
      {data && data.agents.length > 0 && (
        <section aria-labelledby="shelf-new" className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
          <header className="flex items-center gap-3">
            <h2 id="shelf-new" className="min-w-0 grow text-xl">
              {t('New')}
            </h2>
            <TextLink href={href({ sort: 'newest' })}>{t('See the newest')}</TextLink>
          </header>
          <Cards agents={data.agents} compare={compare} columns="sm:grid-cols-2 xl:grid-cols-4" />
        </section>
      )}
      <p className="mt-6 flex justify-center">
        <LinkButton href={href({ sort: 'popular' })}>{t('See all {count} agents', { count: total })}</LinkButton>
      </p>
    </>
  )
}

/** Each category has a page that says what it is for. */
function Categories({ facets: { categories } }: { facets: AgentFacets }) {
  if (categories.length === 0) return null
  return (
    <nav aria-labelledby="about-categories" className="mt-8 border-line border-t pt-6">
      <h2 id="about-categories" className="mb-2 text-lg">
        {t('What agents do, by category')}
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              href={paths.category(slug)}
              className="inline-flex min-h-8 items-center gap-1.5 text-indigo hover:underline"
            >
              <CategoryGlyph category={slug} size="text" />
              {t('{name} agents', { name: t(name) })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
