import { Suspense } from 'react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { Agent, AgentPage } from '#contract/agents/agents.ts'
import { session } from '#web/api/call.ts'
import { useDegraded } from '#web/api/degraded.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { lazyPart, optionalPart } from '#web/lib/lazy-part.tsx'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { Facets } from './facets.tsx'
import {
  type HrefOf,
  type MarketplaceState,
  MOST_COMPARED,
  marketplaceHref,
  readState,
  SORT_NAMES,
} from './marketplace-address.ts'
import { agentsQuery, comparedQuery } from './marketplace-queries.ts'
import { type Compare, useCompare } from './use-compare.ts'

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
  const away = useDegraded('listAgents') && total === 0
  return (
    <Page title={state.search ? `${state.search} · Marketplace` : 'Marketplace'}>
      <header className="mb-5 grid gap-1">
        <h1 className="text-3xl">Marketplace</h1>
        <p className="text-muted">Agents for real documents. All figures are measured by the platform.</p>
      </header>
      <div className="mb-5 grid gap-3 sm:grid-cols-[1fr_auto]">
        <TypedSearch
          param="search"
          label="Search the marketplace"
          placeholder="What do you need done? For example: code a discharge summary"
        />
        <SortSelect state={state} next={next} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <Facets facets={facets} state={state} next={next} />
        <div className="grid min-w-0 content-start gap-4">
          <div className="flex items-center justify-between gap-3">
            <p role="status" className="wrap-anywhere text-muted tabular-nums">
              {!away && !guest && (total === 1 ? '1 agent' : `${total} agents`)}
              {!away && !guest && state.search && ` for “${corrected && total > 0 ? corrected : state.search}”`}
            </p>
            <Suspense fallback={null}>
              <Shelf href={href} chosen={guest || state.saved} />
            </Suspense>
          </div>
          {agents.length > 0 && !guest && <Results list={list} compare={compare} />}
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
      label="Sort"
      hideLabel
      value={state.sort ?? 'relevance'}
      options={Object.entries(SORT_NAMES).map(([value, label]) => ({ value, label }))}
      onChange={(event) => {
        const sort = event.target.value as keyof typeof SORT_NAMES
        void navigate(marketplaceHref(next, { sort: sort === 'relevance' ? null : sort }))
      }}
    />
  )
}

function Results({ list: { agents, related }, compare }: { list: AgentPage; compare: Compare }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {agents.map((agent) => (
        <AgentCard
          key={agent.id}
          agent={agent}
          note={related.includes(agent.id) && t('Related results')}
          control={<CompareChoice agent={agent} compare={compare} />}
        />
      ))}
    </ul>
  )
}

function CompareChoice({ agent, compare }: { agent: Agent; compare: Compare }) {
  const chosen = compare.slugs.includes(agent.slug)
  const full = !chosen && compare.slugs.length >= MOST_COMPARED
  return (
    <label
      title={full ? `You can compare up to ${MOST_COMPARED} agents` : undefined}
      className="relative z-10 inline-flex min-h-7 cursor-pointer items-center gap-2 rounded px-1.5 text-sm hover:bg-hover"
    >
      <input
        type="checkbox"
        aria-label={`Compare ${agent.name}${full ? ` (you can compare up to ${MOST_COMPARED} agents)` : ''}`}
        className="size-4 accent-indigo"
        checked={chosen}
        disabled={full}
        onChange={() => compare.toggle(agent.slug)}
      />
      Compare
    </label>
  )
}
