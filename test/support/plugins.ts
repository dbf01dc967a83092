/** Plugins as the program puts them together, with processes of their own. */
import { fileURLToPath } from 'node:url'
import { type AssembledPlugins, assemblePlugins, type PluginsOptions } from '#server/compose/plugins.ts'
import { McpServerProcesses } from '#server/runners/mcp-servers/mcp-servers.ts'
import { PieceProcesses } from '#server/runners/pieces/pieces.ts'
import { findSandbox, type Sandbox } from '#server/runners/sandbox.ts'

const program = fileURLToPath(new URL('../../src/server/runners/pieces/process.ts', import.meta.url))

export function createTestPlugins(
  objects: PluginsOptions['objects'],
  config: PluginsOptions['config'],
  onStop: (end: () => unknown) => void,
): AssembledPlugins {
  let found: Promise<Sandbox> | null = null
  const sandbox = () => {
    found ??= findSandbox(program)
    return found
  }
  return assemblePlugins(
    {
      config,
      objects,
      openGuests: (ways) => {
        const options = { ...ways, sandbox, log: { info: () => {}, warn: () => {} } }
        const guests = { pieces: new PieceProcesses(options), servers: new McpServerProcesses(options) }
        onStop(() => guests.pieces.stop())
        onStop(() => guests.servers.stop())
        return guests
      },
    },
    onStop,
  )
}
