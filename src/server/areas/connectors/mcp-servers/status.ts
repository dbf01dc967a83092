/** The state of servers and plugins in the shapes of §3. */
import type { UserId } from '#contract/core/primitives.ts'
import { type PluginStatusParts, pluginsStatus } from '#server/areas/connectors/plugins/status.ts'
import * as store from './mcp-servers.store.ts'
import { presentSummary } from './mcp-servers.ts'

export async function mcpStatus(parts: PluginStatusParts, owner: UserId) {
  const { db } = parts
  const servers = (await store.findServers(db, owner)).map(presentSummary)
  const connected = servers.filter(({ state }) => state === 'connected')
  const { service_status, ...plugins } = await pluginsStatus(parts)
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
