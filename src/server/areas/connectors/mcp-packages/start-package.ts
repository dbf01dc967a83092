/** Starts a package in the sandbox for a look: what it offers with these settings. */
import type { McpPackageSettings, McpPackageStart, McpPackageTool } from '#contract/connectors/mcp-packages.ts'
import { NodeError } from '#nodes/node.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import type { McpGateway } from '#server/gateways/mcp/mcp.ts'
import { hashOfTool, type ToolDefinition } from '#server/gateways/mcp/tools.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './mcp-packages.store.ts'
import { startOf } from './settings.ts'

export interface StartParts {
  db: Database
  gateway: McpGateway
  trees: Trees
}

const MOST_DESCRIPTION = 2000

const presentTool = (tool: ToolDefinition): McpPackageTool => ({
  ...{ name: tool.name, title: tool.title, description: tool.description.slice(0, MOST_DESCRIPTION) },
  ...{ read_only: tool.hints.read_only, destructive: tool.hints.destructive },
  hash: hashOfTool(tool).toString('hex'),
})

/** Why it did not start is in the answer. @param secrets those of admins, opened */
export async function startForALook(
  { db, gateway, trees }: StartParts,
  version: store.VersionRow,
  settings: McpPackageSettings,
  secrets: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<McpPackageStart> {
  const began = performance.now()
  const personal = Object.fromEntries(
    settings.environment.flatMap(({ name, kind, value }) =>
      kind === 'personal' && value !== null && value !== '' ? [[name, value] as const] : [],
    ),
  )
  try {
    const { start, secrets: hidden } = await startOf(trees, version, settings, secrets, personal)
    const target = { id: version.id, transport: 'stdio' as const, start, owner: 'installation', secrets: hidden }
    const { description, refused, memory_mb, took_ms } = await gateway.start(target, signal)
    const tools = description.tools.map(presentTool)
    await store.noteStart(db, version.id, description.title, tools)
    return { error: null, tools, refused, took_ms, memory_mb }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const took_ms = Math.round(performance.now() - began)
    return { error: error.message, tools: [], refused: [], took_ms, memory_mb: null }
  }
}
