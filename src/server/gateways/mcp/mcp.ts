/**
 * MCP servers on the outside (specification 2026-07-28, and the revisions of 2025 and 2024 that servers still speak): what they offer, and
 * calling it. Every request goes through the guarded way out, and servers from packages run in the sandbox. Answers end at 10 MB and 60 s.
 * Sampling and roots are not offered, secrets are never given when a server asks for them, and what a server says of itself is kept as data.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunServer } from '#nodes/server-work.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import type { McpTarget, McpTransport, PackageTarget } from './connection.ts'
import type { Asked, ElicitationAnswer } from './elicitation.ts'
import { asNodeError, quoted, ScopeNeeded } from './errors.ts'
import { createHttpServers } from './http-servers.ts'
import { createPackageServers } from './package-servers.ts'
import { readResult, type ToolOutput } from './results.ts'
import type { ToolDefinition } from './tools.ts'

export interface ServerDescription {
  transport: McpTransport
  title: string
  version: string
  protocol: string
  /** What the server tells models. Data, never an instruction. */
  instructions: string
  tools: ToolDefinition[]
  /** Tools that are not offered: too many, too large, or with a name no one could write. */
  left_out: number
  resources: number
  prompts: number
}

export interface ToolProgress {
  done: number
  total: number | null
  message: string
}

export interface ToolCall {
  tool: string
  input: JsonObject
  signal: AbortSignal
  progress?: ((progress: ToolProgress) => void) | undefined
  /** What a person who is there answers to questions of the server. */
  answers?: readonly ElicitationAnswer[] | undefined
}

export interface ToolAnswer {
  output: ToolOutput
  /** The tool says that it failed. */
  failed: boolean
  /** What the server asked for meanwhile; without an answer it was declined. */
  asked: Asked[]
  /** The server says that its list of tools is another one now. */
  list_changed: boolean
}

/** A server that was started for a look. */
export interface StartedServer {
  description: ServerDescription
  /** Why connections were refused meanwhile, in sentences. */
  refused: string[]
  /** Resident memory in MB when it had answered. */
  memory_mb: number
  took_ms: number
}

export interface McpGateway {
  /** Connects and reads what the server offers. @throws NodeError */
  describe(target: McpTarget, signal: AbortSignal): Promise<ServerDescription>
  /** The same in a process that ends at once. @throws NodeError */
  start(target: PackageTarget, signal: AbortSignal): Promise<StartedServer>
  /** @throws NodeError `mcp_unauthorized`, `mcp_refused`, `mcp_not_found`, `mcp_failed`, `http_timeout`, or what the guarded client throws */
  call(target: McpTarget, call: ToolCall): Promise<ToolAnswer>
  /** Ends what is kept open. */
  close(): void
}

/** The last words of a server may be long, and the end says most. */
const shortened = (text: string): string => (text.length <= 700 ? text : `${text.slice(0, 200)} … ${text.slice(-450)}`)

export function createMcpGateway({ open, run }: Pick<Outbound, 'open'> & { run: RunServer }): McpGateway {
  const http = createHttpServers(open)
  const packages = createPackageServers(run)
  const cleanError = (target: McpTarget, error: unknown): NodeError => {
    const known = asNodeError(error)
    const { code, retryable, message } = known
    const clean = createRedactor(target.secrets)
    if (known instanceof ScopeNeeded) return new ScopeNeeded(clean.text(known.scope))
    return new NodeError(code, shortened(clean.text(message)), { retryable })
  }
  return {
    async describe(target, signal) {
      try {
        return await (target.transport === 'stdio' ? packages.describe(target, signal) : http.describe(target, signal))
      } catch (error) {
        throw cleanError(target, error)
      }
    },
    async start(target, signal) {
      try {
        return await packages.start(target, signal)
      } catch (error) {
        throw cleanError(target, error)
      }
    },
    async call(target, call) {
      try {
        const answered = await (target.transport === 'stdio' ? packages.call(target, call) : http.call(target, call))
        const { asked, changed, result } = answered
        const written = JSON.stringify(readResult(result))
        const hidden = target.secrets.length === 0 ? written : await createRedactor(target.secrets).long(written)
        const output = JSON.parse(hidden) as ToolOutput
        return { output, failed: result.isError === true, asked, list_changed: changed }
      } catch (error) {
        throw cleanError(target, error)
      }
    },
    close: () => http.close(),
  }
}

/** What a tool that failed says of it. */
export const toolFailed = ({ text }: ToolOutput): NodeError =>
  new NodeError('mcp_tool_failed', `The tool reported an error: ${quoted(text)}`)
