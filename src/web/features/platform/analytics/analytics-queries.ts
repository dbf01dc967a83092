import { q } from '#web/api/query.ts'
import { type AnalyticsState, PAGE_SIZE, periodOf } from './analytics-address.ts'

const pageOf = ({ page }: AnalyticsState) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
const inCategory = ({ category }: AnalyticsState) => (category === null ? {} : { category })

export const visitsQuery = (state: AnalyticsState) => q('getVisitFigures', { query: periodOf(state) })
export const searchesInput = (state: AnalyticsState) => ({ ...periodOf(state), show: state.show })
export const searchesQuery = (state: AnalyticsState) =>
  q('getSearchFigures', { query: { ...searchesInput(state), ...pageOf(state) } })
export const funnelQuery = (state: AnalyticsState) =>
  q('getFunnelFigures', {
    query: {
      ...periodOf(state),
      ...inCategory(state),
      ...(state.role !== null && { role: state.role }),
      ...(state.people !== null && { people: state.people }),
    },
  })
export const retentionQuery = (state: AnalyticsState) => q('getRetentionFigures', { query: periodOf(state) })
export const agentsInput = (state: AnalyticsState) => ({
  ...periodOf(state),
  ...inCategory(state),
  sort: state.agentSort,
})
export const agentsQuery = (state: AnalyticsState) =>
  q('getAgentFigures', { query: { ...agentsInput(state), ...pageOf(state) } })
export const sellersInput = (state: AnalyticsState) => ({
  ...periodOf(state),
  ...inCategory(state),
  sort: state.sellerSort,
})
export const sellersQuery = (state: AnalyticsState) =>
  q('getSellerFigures', { query: { ...sellersInput(state), ...pageOf(state) } })
export const revenueQuery = (state: AnalyticsState) => q('getRevenueFigures', { query: periodOf(state) })
export const ownAgentsInput = (state: AnalyticsState) => ({ ...periodOf(state), sort: state.agentSort })
export const ownAgentsQuery = (state: AnalyticsState) =>
  q('getOwnAgentFigures', { query: { ...ownAgentsInput(state), ...pageOf(state) } })
export const usageQuery = (state: AnalyticsState) => q('getUsageFigures', { query: periodOf(state) })
export const categoriesQuery = () => q('listCategories')

/** Most rows that are saved as a file. */
const MOST_ROWS = 10_000
const ROWS_AT_ONCE = 1000

/** All rows of a list, for a file. */
export async function readAll<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<{ items: Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < MOST_ROWS; offset += ROWS_AT_ONCE) {
    const { items, total } = await readPage({ limit: ROWS_AT_ONCE, offset })
    rows.push(...items)
    if (items.length === 0 || rows.length >= total) break
  }
  return rows
}
