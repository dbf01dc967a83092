import type { HubQuery } from '#contract/workflows/workflow-hub.ts'
import { q } from '#web/api/query.ts'

export const HUB_PAGE = 25
const VIEWS = ['all', 'published', 'failing', 'archived'] as const
const SORTS = ['changed', 'name', 'run'] as const

export interface HubState {
  search: string
  /** Null is everywhere. */
  folder: string | null
  view: HubQuery['view']
  sort: HubQuery['sort']
  page: number
}

const oneOf = <T extends string>(values: readonly T[], wanted: string | null): T =>
  values.find((value) => value === wanted) ?? (values[0] as T)

/** What the address asks for; what the server would refuse is left out. */
export function readHubState(params: URLSearchParams): HubState {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    folder: params.get('folder')?.trim().slice(0, 60) || null,
    view: oneOf(VIEWS, params.get('view')),
    sort: oneOf(SORTS, params.get('sort')),
    page: Number.isInteger(page) && page >= 1 && page <= 400 ? page : 1,
  }
}

export const hubQuery = ({ search, folder, view, sort, page }: HubState) => {
  const query: Partial<HubQuery> = { view, sort, limit: HUB_PAGE, offset: (page - 1) * HUB_PAGE }
  if (search) query.search = search
  if (folder) query.folder = folder
  return q('listHub', { query })
}

/** The address of a state; what is ordinary is left out. */
export const hubAddress = (state: Partial<HubState>) => ({
  search: state.search || null,
  folder: state.folder ?? null,
  view: state.view === undefined || state.view === 'all' ? null : state.view,
  sort: state.sort === undefined || state.sort === 'changed' ? null : state.sort,
  page: state.page !== undefined && state.page > 1 ? state.page : null,
})
