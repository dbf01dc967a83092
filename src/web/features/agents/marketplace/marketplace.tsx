import { Suspense } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { session } from '#web/api/call.ts'
import { useDegraded } from '#web/api/degraded.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { lazyPart, optionalPart } from '#web/lib/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { Cards } from './cards.tsx'
import { Facets } from './facets.tsx'
import {
  type HrefOf,
  isAsking,
  type MarketplaceState,
  marketplaceHref,
  readState,
  SORT_NAMES,
} from './marketplace-address.ts'
import { agentsQuery, comparedQuery } from './marketplace-queries.ts'
import { Shelves } from './shelves.tsx'
import { useCompare } from './use-compare.ts'

// The first sight does not wait for these, and the first load of this page is counted.
const After = lazyPart(
  () => import('./after.tsx'),
  (m) => m.default,
)
const Shelf = optionalPart(
  () => import('./shelf.tsx'),
  (m) => m.default,
)

export const loader = async ({ url }: ScreenArgs) => {
  const state = readState(url.searchParams)
  if (state.saved && (await session.settled(false)).user === null) state.saved = false
  await Promise.all([
    load(agentsQuery(state)),
    ...state.compare.map((slug) => load(comparedQuery(slug)).catch(() => null)),
  ])
}

export function Component() {
  const [params] = useSearchParams()
  const state = readState(params)
  // Only signed-in users have saved agents; the rest of the page is for everyone.
  const guest = useUser() === null && state.saved
  if (guest) state.saved = false
  const { location } = useNavigation()
  const going = location?.pathname === paths.marketplace() ? readState(new URLSearchParams(location.search)) : null
  const compare = useCompare(state, going)
  // What changes the address begins from where it is going, or one change would undo the other.
  const next = { ...(going ?? state), compare: compare.slugs }
  const href: HrefOf = (change) => marketplaceHref(next, change)
  const list = useData(agentsQuery(state))
  const { agents, total, facets, corrected } = list
  const asking = isAsking(state)
  const away = useDegraded('listAgents') && total === 0
  return (
    <Page title={state.search ? `${state.search} · ${t('Marketplace')}` : t('Marketplace')}>
      <header className="mb-8 grid gap-5">
        <div className="grid gap-1.5">
          <h1 className="text-3xl">{t('Marketplace')}</h1>
          <p className="max-w-prose text-lg text-muted">
            {t(
              'Agents that read real documents and show where each answer comes from. Try any of them without an account.',
            )}
          </p>
        </div>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <TypedSearch
            param="search"
            label={t('Search the marketplace')}
            placeholder={t('What do you need done? For example: code a discharge summary')}
          />
          <SortSelect state={state} next={next} />
        </div>
      </header>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-5 ${asking ? 'lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10' : ''}`}
      >
        <Facets facets={facets} state={state} next={next} row={!asking} />
        <div className="grid min-w-0 content-start gap-4">
          <div className="flex items-center justify-between gap-3">
            <p role="status" className="wrap-anywhere text-muted tabular-nums">
              {!away && !guest && (total === 1 ? t('1 agent') : t('{count} agents', { count: total }))}
              {!away &&
                !guest &&
                state.search &&
                ` ${t('for “{search}”', { search: corrected && total > 0 ? corrected : state.search })}`}
            </p>
            <Suspense fallback={null}>
              <Shelf href={href} chosen={guest || state.saved} />
            </Suspense>
          </div>
          {agents.length > 0 &&
            !guest &&
            (asking ? (
              <Cards agents={agents} related={list.related} compare={compare} />
            ) : (
              <Shelves list={list} next={next} compare={compare} />
            ))}
          <Suspense fallback={null}>
            <After {...{ list, state, next, href, compare, away, guest }} />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

function SortSelect({ state, next }: { state: MarketplaceState; next: MarketplaceState }) {
  const navigate = useNavigate()
  return (
    <Select
      label={t('Sort')}
      hideLabel
      value={state.sort ?? 'relevance'}
      options={Object.entries(SORT_NAMES).map(([value, label]) => ({ value, label: t(label) }))}
      onChange={(event) => {
        const sort = event.target.value as keyof typeof SORT_NAMES
        void navigate(marketplaceHref(next, { sort: sort === 'relevance' ? null : sort }))
      }}
    />
  )
}
