/** Assistants for tests: the protocol's own clients, of both generations, over HTTP. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export interface ToolSeen {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: Record<string, unknown>
  annotations?: Record<string, unknown> | undefined
}

export interface Called {
  failed: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
  data: any
}

export interface Assistant {
  tools(): Promise<ToolSeen[]>
  /** @throws when the protocol refuses; a refusal of ours is `failed` */
  call(name: string, args?: Record<string, unknown>): Promise<Called>
  instructions(): string | undefined
  close(): Promise<void>
}

/** `2025` begins with the handshake of the revisions until then; `2026` asks without one; `v1` is the client of before. */
export const GENERATIONS = ['2025', '2026', 'v1'] as const
export type Generation = (typeof GENERATIONS)[number]

const WHO = { name: 'an assistant of a test', version: '1.0.0' }

function asCalled(result: unknown): Called {
  const {
    isError = false,
    content,
    structuredContent,
  } = result as {
    isError?: boolean
    content: { type: string; text?: string }[]
    structuredContent?: unknown
  }
  return { failed: isError, text: content.map(({ text = '' }) => text).join('\n'), data: structuredContent }
}

/** @param url of a server of tools @throws when it does not let in */
export async function assistantAt(
  url: string,
  key: string | null,
  generation: Generation = '2025',
): Promise<Assistant> {
  const requestInit = key === null ? {} : { headers: { authorization: `Bearer ${key}` } }
  if (generation === 'v1') {
    const client = new OldClient(WHO)
    // Its own types are not made for exactOptionalPropertyTypes.
    await client.connect(new OldTransport(new URL(url), { requestInit }) as never)
    return {
      tools: async () => (await client.listTools()).tools as ToolSeen[],
      call: async (name, args = {}) => asCalled(await client.callTool({ name, arguments: args })),
      instructions: () => client.getInstructions(),
      close: () => client.close(),
    }
  }
  const client = new Client(WHO, { versionNegotiation: { mode: generation === '2026' ? 'auto' : 'legacy' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return {
    tools: async () => (await client.listTools()).tools as ToolSeen[],
    call: async (name, args = {}) => asCalled(await client.callTool({ name, arguments: args as never })),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  }
}
