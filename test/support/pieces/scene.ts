/** Plugins and MCP packages without a product around them: a registry, files, processes, and who they connect to. */
import { createTrees } from '#server/areas/connectors/packages/trees.ts'
import { createNpmRegistry, type NpmRegistry } from '#server/gateways/npm/registry.ts'
import { openWayOut } from '#server/gateways/outbound/way-out.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { GuestsOptions } from '#server/runners/guests.ts'
import { McpServerProcesses } from '#server/runners/mcp-servers/mcp-servers.ts'
import { PieceProcesses } from '#server/runners/pieces/pieces.ts'
import { findSandbox } from '#server/runners/sandbox.ts'

export interface Scene {
  registry: NpmRegistry
  processes: PieceProcesses
  servers: McpServerProcesses
  trees: ReturnType<typeof createTrees>
  stop(): Promise<void>
}

export interface SceneOptions {
  folder: string
  registry: string
  /** `host:port` that the operator allows although private. */
  allow?: string[]
  moves?: Record<string, string>
  extraCa?: string | null
}

export async function openScene({
  folder,
  registry,
  allow = [],
  moves = {},
  extraCa = null,
}: SceneOptions): Promise<Scene> {
  const { hostname, port } = new URL(registry)
  const outbound = createOutbound({ allow: [`${hostname}:${port || 443}`], maxBytes: 80_000_000 })
  const sandbox = await findSandbox(new URL('../../../src/server/runners/pieces/process.ts', import.meta.url).pathname)
  const trees = createTrees(createFolderObjects({ dir: folder }))
  const options: GuestsOptions = {
    sandbox: async () => sandbox,
    log: { info: () => {}, warn: () => {} },
    openWayOut: (path, uid, of) => openWayOut(path, uid, { allow, moves }, of),
    extraCa,
  }
  const [processes, servers] = [new PieceProcesses(options), new McpServerProcesses(options)]
  return {
    registry: createNpmRegistry(registry, outbound.open),
    processes,
    servers,
    trees,
    async stop() {
      processes.stop()
      servers.stop()
      outbound.close()
      await trees.stop()
    },
  }
}
