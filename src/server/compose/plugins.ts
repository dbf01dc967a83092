/** Plugins and MCP packages put together: the registry, the files, the processes and their way out. */
import { createTrees, type Trees } from '#server/areas/connectors/packages/trees.ts'
import type { Config } from '#server/config.ts'
import { createNpmRegistry, type NpmRegistry } from '#server/gateways/npm/registry.ts'
import { openWayOut } from '#server/gateways/outbound/way-out.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import type { McpServerProcesses } from '#server/runners/mcp-servers/mcp-servers.ts'
import type { PieceProcesses } from '#server/runners/pieces/pieces.ts'
import type { Runners } from '#server/runners/runners.ts'

export interface PluginsOptions {
  config: Pick<Config, 'outboundAllow' | 'appAddresses' | 'pluginRegistry' | 'pluginFolders' | 'extraCa'>
  objects: ObjectStore
  openGuests: Runners['openGuests']
}

export interface AssembledPlugins {
  registry: NpmRegistry
  folders: readonly string[]
  trees: Trees
  processes: PieceProcesses
  /** Of MCP servers from packages. */
  servers: McpServerProcesses
}

/** Answers of the registry and archives of packages. */
const MOST_BYTES = 80_000_000

/** `https://api.slack.com` elsewhere: only what speaks TLS can stand in for it, since a piece opens its connections itself. */
const movedHosts = (addresses: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses)
      .map(([from, to]) => [new URL(from), new URL(to)] as const)
      .filter(([, to]) => to.protocol === 'https:')
      .map(([from, to]) => [`${from.hostname}:${from.port || 443}`, `${to.hostname}:${to.port || 443}`]),
  )

export function assemblePlugins(
  { config, objects, openGuests }: PluginsOptions,
  onStop: (end: () => unknown) => void,
): AssembledPlugins {
  const { outboundAllow: allow, appAddresses, pluginRegistry, extraCa } = config
  const { hostname, port, protocol } = new URL(pluginRegistry)
  const own = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const outbound = createOutbound({ allow: [...allow, own], maxBytes: MOST_BYTES })
  const trees = createTrees(objects)
  onStop(() => outbound.close())
  onStop(() => trees.stop())
  const way = { allow, moves: movedHosts(appAddresses) }
  const { pieces, servers } = openGuests({ openWayOut: (path, uid, of) => openWayOut(path, uid, way, of), extraCa })
  return {
    registry: createNpmRegistry(pluginRegistry, outbound.open),
    folders: config.pluginFolders,
    trees,
    processes: pieces,
    servers,
  }
}
