/** What the server knows of plugins. */
import { refresh } from '#web/api/action.ts'
import type { DataOf, InputOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'

export type Plugin = DataOf<'getPlugin'>['plugin']
export type PluginSummary = DataOf<'listPlugins'>['items'][number]
export type PluginCandidate = DataOf<'checkPlugin'>['candidate']
export type PluginDifference = NonNullable<PluginCandidate['difference']>
export type PluginAction = Plugin['action_list'][number]
export type PluginTrigger = Plugin['trigger_list'][number]

export const pluginQuery = (id: string) => q('getPlugin', { params: { id } })
export const pluginsQuery = (query: NonNullable<InputOf<'listPlugins'>['query']>) => q('listPlugins', { query })

/** What lists plugins, and what shows their actions. */
const refreshLists = () =>
  refresh('listPlugins', 'listIntegrations', 'listIntegrationCategories', 'getIntegration', 'getIntegrationAction')

/** Shows what the server made of a change, and the lists behind it later. */
export async function keepPlugin(plugin: Plugin): Promise<void> {
  queryClient.setQueryData(pluginQuery(plugin.id).queryKey, { plugin })
  await refreshLists()
}

/** Forgets a plugin that was removed: what the registry says of it is asked for again. */
export async function forgetPlugin(id: string): Promise<void> {
  queryClient.removeQueries({ queryKey: pluginQuery(id).queryKey })
  await refreshLists()
}
