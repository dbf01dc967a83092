/** The marketplace's state as its address carries it. What an address says that the server would refuse is left out. */
import type { AgentSort, Price } from '#contract/agents/agents.ts'
import { paths } from '#web/paths.ts'

export const SORT_NAMES: Record<AgentSort, string> = {
  relevance: 'Best match',
  quality: 'Measured quality',
  popular: 'Most used',
  newest: 'Newest',
  name: 'Name',
  price_low: 'Price, low to high',
  price_high: 'Price, high to low',
}
const PRICES: readonly Price['type'][] = ['free', 'per_run', 'monthly', 'one_time']
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
/** How many agents can stand side by side. */
export const MOST_COMPARED = 3

export interface MarketplaceState {
  search: string
  category: string | null
  price: Price['type'] | null
  /** At least that many stars. */
  rating: number | null
  /** Only agents that ask no language model. */
  noModel: boolean
  /** Only agents that call nothing outside; a language model may still be asked. */
  offline: boolean
  /** Only agents that the reader saved. */
  saved: boolean
  sort: AgentSort | null
  page: number
  /** Slugs of the agents in the compare tray. */
  compare: readonly string[]
}

export function readState(params: URLSearchParams): MarketplaceState {
  const category = params.get('category') ?? ''
  const page = Number(params.get('page'))
  const compare = (params.get('compare') ?? '').split(',').filter((slug) => SLUG.test(slug))
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    category: SLUG.test(category) ? category : null,
    price: PRICES.find((price) => price === params.get('price')) ?? null,
    rating: [3, 4].find((least) => least === Number(params.get('rating'))) ?? null,
    noModel: params.get('model') === 'none',
    offline: params.get('offline') === 'true',
    saved: params.get('saved') === 'true',
    sort: (Object.keys(SORT_NAMES) as AgentSort[]).find((sort) => sort === params.get('sort')) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    compare: [...new Set(compare)].slice(0, MOST_COMPARED),
  }
}

/** Whether something is asked for, so that what answers it is shown instead of the shelves. */
export const isAsking = ({ compare: _, ...state }: MarketplaceState): boolean =>
  Object.values(marketplaceQuery(state)).some((value) => value !== null && value !== '')

/** What a state asks for, by the names that the address and the API share. */
export const marketplaceQuery = ({
  search,
  category,
  price,
  rating,
  noModel,
  offline,
  saved,
  sort,
  page,
}: Omit<MarketplaceState, 'compare'>) => ({
  search,
  category,
  price,
  rating,
  model: noModel ? ('none' as const) : null,
  offline: offline ? ('true' as const) : null,
  saved: saved ? ('true' as const) : null,
  sort,
  page: page > 1 ? page : null,
})

/** The address of a state; a change of anything but the page or the tray begins at the first page again. */
export function marketplaceHref(state: MarketplaceState, change: Partial<MarketplaceState> = {}): string {
  const next = { ...state, ...('page' in change || 'compare' in change ? {} : { page: 1 }), ...change }
  return paths.marketplace({ ...marketplaceQuery(next), compare: next.compare.join(',') })
}

/** The address of a change from where the page is going: what it is made of is known to the page alone. */
export type HrefOf = (change: Partial<MarketplaceState>) => string
