/** The list of plugins as its address says. */
import { PLUGIN_SOURCES, type PluginSource } from '#contract/connectors/plugin-values.ts'
import { pluginsQuery } from './plugin-queries.ts'

export const PLUGINS_PAGE = 48

export interface PluginsState {
  tab: 'installed' | 'available'
  search: string
  category: string
  source: PluginSource | ''
  verified: boolean
  page: number
}

export function readPluginsState(params: URLSearchParams): PluginsState {
  const page = Number(params.get('page') ?? 1)
  return {
    tab: params.get('tab') === 'available' ? 'available' : 'installed',
    search: params.get('search') ?? '',
    category: params.get('category') ?? '',
    source: PLUGIN_SOURCES.find((one) => one === params.get('source')) ?? '',
    verified: params.get('verified') === 'true',
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1000) : 1,
  }
}

/** Whether fewer are shown than there are in the tab. */
export const isFiltered = ({ search, category, source, verified }: PluginsState): boolean =>
  search !== '' || category !== '' || source !== '' || verified

export const pluginsStateQuery = ({ tab, search, category, source, verified, page }: PluginsState) =>
  pluginsQuery({
    state: tab,
    ...(search !== '' && { search_term: search }),
    ...(category !== '' && { category }),
    // What is available comes from the registry.
    ...(source !== '' && tab === 'installed' && { source }),
    ...(verified && { verified: 'true' as const }),
    limit: PLUGINS_PAGE,
    offset: (page - 1) * PLUGINS_PAGE,
  })
