/** The list of apps as its address says. */
import { appsQuery } from '#web/parts/connectors/app-queries.ts'

export const APPS_PAGE = 48

export interface AppsState {
  search: string
  category: string
  connected: boolean
  page: number
}

export function readAppsState(params: URLSearchParams): AppsState {
  const page = Number(params.get('page') ?? 1)
  return {
    search: params.get('search') ?? '',
    category: params.get('category') ?? '',
    connected: params.get('connected') === 'true',
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1000) : 1,
  }
}

export const appsStateQuery = ({ search, category, connected, page }: AppsState) =>
  appsQuery({
    ...(search !== '' && { search_term: search }),
    ...(category !== '' && { category }),
    ...(connected && { connected: 'true' as const }),
    limit: APPS_PAGE,
    offset: (page - 1) * APPS_PAGE,
  })
