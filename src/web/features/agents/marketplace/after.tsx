import { useEffect, useState } from 'react'
import type { AgentFacets, AgentPage } from '#contract/agents/agents.ts'
import { refresh } from '#web/api/action.ts'
import { useCountSearch } from '#web/app/consent/count-search.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { CompareTray } from './compare-tray.tsx'
import type { HrefOf, MarketplaceState } from './marketplace-address.ts'
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
  useCountSearch(state.search ?? '', away || guest ? null : total)
  return (
    <>
      {more_soon && <AskAgain key={next.search} />}
      {(agents.length === 0 || guest) && <NothingFound state={next} href={href} away={away} guest={guest} />}
      {!guest && (
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
              {t('{name} agents', { name })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
