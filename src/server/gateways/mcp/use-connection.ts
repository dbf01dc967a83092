/** What is asked on a connection, however it was made. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { type Connected, MCP_TIMEOUT_MS } from './connection.ts'
import type { ServerDescription, ToolCall } from './mcp.ts'
import {
  GET_PROMPT,
  promptTool,
  READ_RESOURCE,
  readTool,
  resourceTool,
  TOOL_LIMITS,
  type ToolDefinition,
} from './tools.ts'

export type CallResult = Pick<CallToolResult, 'isError' | 'structuredContent'> & { content?: unknown }

/** What came of a call, before secrets are taken out. */
export interface Answered {
  result: CallResult
  asked: Connected['asked']
  changed: boolean
}

export async function describeBy({ client, transport }: Connected, signal: AbortSignal): Promise<ServerDescription> {
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

export async function callBy({ client }: Connected, { tool, input, signal, progress }: ToolCall): Promise<CallResult> {
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
