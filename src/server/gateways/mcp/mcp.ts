/**
 * MCP servers on the outside (specification 2026-07-28, and the revisions of 2025 and 2024 that servers still speak): what they offer, and
 * calling it. Every request goes through the guarded way out. Answers end at 10 MB and 60 s. Sampling and roots are not offered, secrets
 * are never given when a server asks for them, and what a server says of itself is kept as data.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { type Connected, MCP_TIMEOUT_MS, type McpTarget, type McpTransport, openConnection } from './connection.ts'
import { createConnections } from './connections.ts'
import type { Asked, ElicitationAnswer } from './elicitation.ts'
import { asNodeError, quoted, ScopeNeeded, statusOf } from './errors.ts'
import { readResult, type ToolOutput } from './results.ts'
import {
  GET_PROMPT,
  promptTool,
  READ_RESOURCE,
  readTool,
  resourceTool,
  TOOL_LIMITS,
  type ToolDefinition,
} from './tools.ts'

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

export interface McpGateway {
  /** Connects and reads what the server offers. @throws NodeError */
  describe(target: McpTarget, signal: AbortSignal): Promise<ServerDescription>
  /** @throws NodeError `mcp_unauthorized`, `mcp_refused`, `mcp_not_found`, `mcp_failed`, `http_timeout`, or what the guarded client throws */
  call(target: McpTarget, call: ToolCall): Promise<ToolAnswer>
  /** Ends what is kept open. */
  close(): void
}

/** Servers of before 2025-03-26 take no POST at the address where their stream is. */
const isOlder = (error: unknown): boolean => [400, 404, 405, 406, 415].includes(statusOf(error) ?? 0)

async function describeBy({ client, transport }: Connected, signal: AbortSignal): Promise<ServerDescription> {
  const options = { signal, timeout: MCP_TIMEOUT_MS, cacheMode: 'bypass' as const }
  const offers = client.getServerCapabilities() ?? {}
  const listed = offers.tools ? (await client.listTools(undefined, options)).tools : []
  const resources = offers.resources ? (await client.listResources(undefined, options)).resources.length : 0
  const templates = offers.resources
    ? await client.listResourceTemplates(undefined, options).then(
        (found) => found.resourceTemplates.length,
        () => 0,
      )
    : 0
  const prompts = offers.prompts ? (await client.listPrompts(undefined, options)).prompts.length : 0
  const read = listed.slice(0, TOOL_LIMITS.per_server).map(readTool)
  // Of two with one name the first is called by it.
  const byName = new Map<string, ToolDefinition>()
  for (const tool of read) if (tool && !byName.has(tool.name)) byName.set(tool.name, tool)
  const tools = [...byName.values()]
  const left_out = listed.length - tools.length
  if (resources + templates > 0) tools.push(resourceTool)
  if (prompts > 0) tools.push(promptTool)
  const { name = '', title = '', version = '' } = client.getServerVersion() ?? {}
  const short = (text: string, most: number) => text.replaceAll('\u0000', '').slice(0, most).toWellFormed()
  return {
    transport,
    title: short(title || name, 200),
    version: short(version, 60),
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    instructions: short(client.getInstructions() ?? '', TOOL_LIMITS.description_chars),
    tools,
    left_out,
    resources: resources + templates,
    prompts,
  }
}

async function callBy({ client }: Connected, { tool, input, signal, progress }: ToolCall) {
  const options = {
    signal,
    timeout: MCP_TIMEOUT_MS,
    maxTotalTimeout: MCP_TIMEOUT_MS,
    ...(progress && {
      onprogress: ({ progress: done, total, message = '' }: { progress: number; total?: number; message?: string }) =>
        progress({ done, total: total ?? null, message: message.slice(0, 500).toWellFormed() }),
    }),
  }
  if (tool === READ_RESOURCE) {
    const { contents } = await client.readResource(
      { uri: String(input.uri ?? '') },
      { ...options, cacheMode: 'bypass' },
    )
    const parts = contents.map((one) =>
      'text' in one ? { type: 'text', text: one.text } : { type: 'resource', resource: one },
    )
    return { content: parts, isError: false }
  }
  if (tool === GET_PROMPT) {
    const values = (input.arguments ?? {}) as Record<string, string>
    const { messages } = await client.getPrompt({ name: String(input.name ?? ''), arguments: values }, options)
    return { content: messages.map(({ content }) => content), structuredContent: { messages }, isError: false }
  }
  return client.callTool({ name: tool, arguments: input }, options)
}

const callOn = (on: Connected, call: ToolCall) => Promise.race([callBy(on, call), on.broken])

export function createMcpGateway({ open }: Pick<Outbound, 'open'>): McpGateway {
  const connect = (target: McpTarget, signal: AbortSignal, answers: readonly ElicitationAnswer[] | null) =>
    openConnection(open, target, target.transport, answers, signal)
  const connections = createConnections((target, signal) => connect(target, signal, null))

  /** Runs on a kept connection; once more on a new one where the server has forgotten the session. */
  const onKept = async <T>(target: McpTarget, signal: AbortSignal, work: (on: Connected) => Promise<T>): Promise<T> => {
    const kept = await connections.take(target, signal)
    try {
      return await work(kept.connected)
    } catch (error) {
      connections.drop(target, kept.connected)
      if (!kept.reused || statusOf(error) !== 404) throw error
    }
    const { connected } = await connections.take(target, signal)
    return work(connected)
  }

  const asAnswer = async (
    target: McpTarget,
    result: Awaited<ReturnType<typeof callBy>>,
    { asked, changed }: Pick<Connected, 'asked' | 'changed'>,
  ): Promise<ToolAnswer> => {
    const clean = createRedactor(target.secrets)
    const written = JSON.stringify(readResult(result))
    const hidden = target.secrets.length === 0 ? written : await clean.long(written)
    const output = JSON.parse(hidden) as ToolOutput
    return { output, failed: result.isError === true, asked, list_changed: changed.list }
  }

  return {
    async describe(target, signal) {
      const fresh = async (transport: McpTransport) => {
        const connected = await openConnection(open, target, transport, null, signal)
        try {
          return await Promise.race([describeBy(connected, signal), connected.broken])
        } finally {
          connected.end()
        }
      }
      try {
        return await fresh(target.transport).catch((error: unknown) => {
          if (target.transport !== 'http' || !isOlder(error)) throw error
          return fresh('sse').catch(() => Promise.reject(error))
        })
      } catch (error) {
        throw asNodeError(error)
      }
    },
    async call(target, call) {
      try {
        if (call.answers === undefined && target.transport === 'http')
          return await onKept(target, call.signal, async (on) =>
            asAnswer(target, await callOn(on, call), { asked: [], changed: { list: on.changed.list } }),
          )
        const connected = await connect(target, call.signal, call.answers ?? null)
        try {
          return await asAnswer(target, await callOn(connected, call), connected)
        } finally {
          connected.end()
        }
      } catch (error) {
        const known = asNodeError(error)
        const { code, retryable, message } = known
        const clean = createRedactor(target.secrets)
        if (known instanceof ScopeNeeded) throw new ScopeNeeded(clean.text(known.scope))
        throw new NodeError(code, clean.text(message), { retryable })
      }
    },
    close: () => connections.close(),
  }
}

/** What a tool that failed says of it. */
export const toolFailed = ({ text }: ToolOutput): NodeError =>
  new NodeError('mcp_tool_failed', `The tool reported an error: ${quoted(text)}`)
