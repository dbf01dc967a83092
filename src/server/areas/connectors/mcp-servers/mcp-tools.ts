/** What a server offers, kept and compared: a tool that changed is stopped until its owner agrees to what it is now. */

import type { ActionEffect } from '#contract/connectors/integration-values.ts'
import type { McpToolState } from '#contract/connectors/mcp-server-values.ts'
import type { McpServer, McpServerId, McpTool } from '#contract/connectors/mcp-servers.ts'
import { NodeError } from '#nodes/node.ts'
import type { CredentialParts } from '#server/areas/accounts/accounts.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import type { McpGateway, ServerDescription } from '#server/gateways/mcp/mcp.ts'
import { hashOfTool, type ToolDefinition } from '#server/gateways/mcp/tools.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './mcp-servers.store.ts'
import { expireTarget, openTarget } from './mcp-target.ts'

export interface ReachParts {
  db: Database
  gateway: McpGateway
  credentials: CredentialParts
  /** The files of packages. */
  trees: Trees
}

/** Leaves room for the number that tells two apart. */
const MOST_ID = 120

/** Lower-case letters, digits and underscores, as ids of actions are; told apart where two names become one. */
export function idsOf(names: readonly string[], taken: ReadonlyMap<string, string>): Map<string, string> {
  const ids = new Map<string, string>()
  const used = new Set(taken.values())
  for (const name of names) {
    const known = taken.get(name)
    const base = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, MOST_ID)
    let id = known ?? (base || 'tool')
    for (let n = 2; known === undefined && used.has(id); n++) id = `${base || 'tool'}_${n}`
    used.add(id)
    ids.set(name, id)
  }
  return ids
}

export function stateOf({ gone, hash, agreed_hash, enabled }: store.ToolRow): McpToolState {
  if (gone) return 'gone'
  if (agreed_hash === null) return 'new'
  if (hash !== agreed_hash) return 'changed'
  return enabled ? 'on' : 'off'
}

/** A server's own word on being read-only counts only when the owner agreed to it; that it destroys is always believed. */
export function effectOf({ hints }: ToolDefinition, trust_read_only: boolean): ActionEffect {
  if (hints.destructive) return 'destructive'
  return hints.read_only && trust_read_only ? 'read' : 'write'
}

const described = ({ title, description, input, output, hints }: ToolDefinition) => ({
  title,
  description,
  input_schema: input,
  output_schema: output,
  hints: { ...hints },
})

function presentTool(row: store.ToolRow, trust_read_only: boolean): McpTool {
  const state = stateOf(row)
  return {
    id: row.id,
    name: row.name,
    ...described(row.definition),
    state,
    effect: effectOf(row.definition, trust_read_only),
    hash: row.hash,
    before: state === 'changed' && row.agreed ? described(row.agreed) : null,
    calls: row.calls,
    failures: row.failures,
    last_call_at: row.last_call_at?.toISOString() ?? null,
  }
}

export const presentTools = (rows: readonly store.ToolRow[], trust_read_only: boolean): McpServer['tools'] =>
  rows.map((row) => presentTool(row, trust_read_only))

async function keep(db: Database, id: McpServerId, found: ServerDescription, isFirst: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await store.lockServer(tx, id))) return
    const known = new Map((await store.findTools(tx, id)).map((row) => [row.name, row.id]))
    const ids = idsOf(
      found.tools.map(({ name }) => name),
      known,
    )
    const seen = found.tools.map((definition) => ({
      id: ids.get(definition.name) ?? definition.name,
      name: definition.name,
      definition,
      hash: hashOfTool(definition).toString('hex'),
    }))
    await store.storeTools(tx, id, seen, isFirst && known.size === 0)
    await store.storeDescription(tx, id, found)
  })
}

/**
 * Reads what the server offers now. The tools of the first time are agreed to: its owner has just connected it.
 * @throws NodeError why it could not be reached, which is noted
 */
export async function readServer(parts: ReachParts, row: store.ServerRow, signal: AbortSignal): Promise<void> {
  const { db, gateway, credentials } = parts
  try {
    const { target, access_token } = await openTarget(parts, row)
    const found = await gateway.describe(target, signal).catch(async (error: unknown) => {
      const isRefused = error instanceof NodeError && error.code === 'mcp_unauthorized'
      if (!isRefused || !(await expireTarget(db, credentials, row, access_token))) throw error
      return gateway.describe((await openTarget(parts, row)).target, signal)
    })
    await keep(db, row.id, found, row.protocol === '')
  } catch (error) {
    if (error instanceof NodeError) await store.noteFailure(db, row.id, error.message)
    throw error
  }
}
