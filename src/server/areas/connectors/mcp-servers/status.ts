/** The state of servers and plugins in the shapes of §3. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './mcp-servers.store.ts'
import { presentSummary } from './mcp-servers.ts'

/** Plugins can't be installed yet, so there is none, and none to be had. */
export const pluginsStatus = () => ({
  installed: 0,
  available: 0,
  plugins: [],
  service_status: 'available' as const,
})

/** §8: a name that is not known is not installed. */
export const pluginStatus = (name: string) => ({
  name,
  installed: false,
  version: null,
  status: 'not_installed' as const,
})

export async function mcpStatus(db: Queryable, owner: UserId) {
  const servers = (await store.findServers(db, owner)).map(presentSummary)
  const connected = servers.filter(({ state }) => state === 'connected')
  const { service_status, ...plugins } = pluginsStatus()
  return {
    mcp_servers: {
      connected: connected.length,
      available_tools: connected.reduce((sum, { tools_on }) => sum + tools_on, 0),
      servers: servers.map(({ id, name, state, tools_on, last_error }) => ({
        id,
        name,
        status: state,
        tools: tools_on,
        last_error,
      })),
    },
    plugins,
    service_status,
  }
}
