/** Calling a tool of a server, for steps of runs, tools of agents, direct calls and trials. */
import type { McpServerId } from '#contract/connectors/mcp-servers.ts'
import { McpServerId as ServerId } from '#contract/connectors/mcp-servers.ts'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Asked, ElicitationAnswer } from '#server/gateways/mcp/elicitation.ts'
import { ScopeNeeded } from '#server/gateways/mcp/errors.ts'
import { type ToolAnswer, type ToolProgress, toolFailed } from '#server/gateways/mcp/mcp.ts'
import type { ToolOutput } from '#server/gateways/mcp/results.ts'
import { throughOutage } from '#server/platform/database/outage.ts'
import { MINUTE_MS } from '#shared/time.ts'
import * as store from './mcp-servers.store.ts'
import { expireTarget, openTarget, widenTarget } from './mcp-target.ts'
import { type ReachParts, readServer, stateOf } from './mcp-tools.ts'

/** After so long a list of tools is read again before one is called. */
const FRESH_MS = 15 * MINUTE_MS

export interface McpToolCall {
  /** Its id; not as an app. */
  server: string
  /** The id of the action. */
  tool: string
  input: JsonObject
  /** Whose server it is. A foreign one does not exist. */
  owner: UserId
  signal: AbortSignal
  /** Called before the server is asked. */
  sending?: (() => void) | undefined
  progress?: ((progress: ToolProgress) => void) | undefined
  /** What a person who is there answers to questions of the server. */
  answers?: readonly ElicitationAnswer[] | undefined
}

export interface McpToolResult {
  output: ToolOutput
  asked: Asked[]
}

const STOPPED = {
  off: 'This tool is switched off. Switch it on on the page of its server.',
  changed: 'The server changed this tool. Its owner has to agree before it is called again.',
  new: 'This tool is new. Its owner has to agree before it is called.',
  gone: 'The server doesn’t offer this tool any more.',
} as const

const field = { field: 'action' }

/** @throws NodeError `app_not_found`, `action_not_found`, `mcp_tool_stopped`, `mcp_package_disabled` */
async function load(parts: ReachParts, { server, tool, owner, signal }: McpToolCall) {
  const id = ServerId.safeParse(server).data
  const find = async (one: McpServerId) => (await store.findServers(parts.db, owner, one))[0]
  let row = id && (await find(id))
  if (!row) throw new NodeError('app_not_found', 'This MCP server is not here any more.', { field: 'integration' })
  if (row.package_state === 'disabled')
    throw new NodeError('mcp_package_disabled', `“${row.name}” is switched off. An admin can switch it on again.`)
  const isOld = row.checked_at === null || row.checked_at.getTime() < Date.now() - FRESH_MS
  if (isOld) {
    await readServer(parts, row, signal)
    row = (await find(row.id)) ?? row
  }
  const [found] = await store.findTools(parts.db, row.id, tool)
  if (!found) throw new NodeError('action_not_found', `“${row.name}” has no such tool.`, field)
  const state = stateOf(found)
  if (state !== 'on') throw new NodeError('mcp_tool_stopped', STOPPED[state], field)
  return { row, found }
}

async function send(parts: ReachParts, row: store.ServerRow, name: string, call: McpToolCall): Promise<ToolAnswer> {
  const { db, gateway, credentials } = parts
  const { input, signal, progress, answers } = call
  const asked = { tool: name, input, signal, progress, answers }
  const { target, access_token } = await openTarget(parts, row)
  try {
    return await gateway.call(target, asked)
  } catch (error) {
    if (error instanceof ScopeNeeded) await widenTarget(db, credentials, row, error.scope)
    // Refused before it was read: asking once more does nothing twice.
    const isRefused = error instanceof NodeError && error.code === 'mcp_unauthorized'
    if (!isRefused || !(await expireTarget(db, credentials, row, access_token))) throw error
    return gateway.call((await openTarget(parts, row)).target, asked)
  }
}

/**
 * Calls a tool of its owner's server. A list of tools that is older than 15 minutes is read first.
 * @throws NodeError `app_not_found`, `action_not_found`, `mcp_tool_stopped`, `mcp_tool_failed` (with what the tool said), `mcp_unauthorized`,
 * `mcp_refused`, `mcp_not_found`, `mcp_failed`, `mcp_package_disabled`, `mcp_timeout`, `mcp_memory`, `mcp_too_large`, `mcp_ended`, `host_refused`,
 * `runner_*`, `plugins_unsafe`, `plugin_*`, `http_*`, `url_refused`, `response_too_large`, `credential_*`
 */
export async function callMcpTool(parts: ReachParts, call: McpToolCall): Promise<McpToolResult> {
  const { row, found } = await load(parts, call)
  // What the tool did is done, whether or not it can be noted.
  const note = (error: string | null) =>
    store.noteCall(parts.db, { server: row.id, tool: found.id, error }).catch(() => undefined)
  try {
    const answer = await send(parts, row, found.name, call)
    if (answer.list_changed) await throughOutage(() => store.noteListChanged(parts.db, row.id))
    if (answer.failed) throw Object.assign(toolFailed(answer.output), { asked: answer.asked })
    await note(null)
    return { output: answer.output, asked: answer.asked }
  } catch (error) {
    if (error instanceof NodeError) await note(error.message)
    throw error
  }
}
