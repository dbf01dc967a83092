/** One connection to a server: what we offer it, what we take from it, and how long. */
import {
  Client,
  type jsonSchemaValidator,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { NodeError } from '#nodes/node.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { type Asked, type ElicitationAnswer, readAsked, replyTo } from './elicitation.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

export type McpTransport = 'http' | 'sse'

/** A server as it is called. */
export interface McpTarget {
  /** Its id here: connections are kept by it. */
  id: string
  url: string
  transport: McpTransport
  /** What signs in; sent to the origin of `url` only. */
  headers: Record<string, string>
  /** What must not come back. */
  secrets: readonly string[]
}

const WHO = { name: 'Chowk', version: '1' }
export const MCP_TIMEOUT_MS = 60_000
const MOST_PAGES = 50

/** Output schemas come from strangers: their patterns could hold this process for as long as they like. */
const unchecked: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

/** A connection with what was noted on it. */
export interface Connected {
  client: Client
  transport: McpTransport
  asked: Asked[]
  changed: { list: boolean }
  /** Fails when an answer breaks off: the protocol's client would wait for the rest. */
  broken: Promise<never>
  end(): void
}

/**
 * Connects.
 * @param answers what a person who is there answers to questions; null when no one is there, so that servers do not ask
 * @throws what the protocol's client throws
 */
export async function openConnection(
  open: Outbound['open'],
  target: McpTarget,
  transport: McpTransport,
  answers: readonly ElicitationAnswer[] | null,
  signal: AbortSignal,
): Promise<Connected> {
  const url = new URL(target.url)
  const ending = new AbortController()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const fetch = createGuardedFetch({
    open,
    sign_in: { origin: url.origin, headers: target.headers },
    signal: ending.signal,
    most_ms: MCP_TIMEOUT_MS,
    // Servers of 2025 ask their questions on a stream that belongs to no request.
    standing_streams: transport === 'sse' || answers !== null,
    onBroken: broken.reject,
  })
  const client = new Client(WHO, {
    capabilities: answers === null ? {} : { elicitation: { form: { applyDefaults: true } } },
    versionNegotiation: { mode: transport === 'http' ? 'auto' : 'legacy' },
    jsonSchemaValidator: unchecked,
    listMaxPages: MOST_PAGES,
  })
  const connected: Connected = {
    client,
    transport,
    asked: [],
    changed: { list: false },
    broken: broken.promise,
    end: () => {
      ending.abort(new NodeError('mcp_failed', 'The connection to the server was closed', { retryable: true }))
      void client.close().catch(() => undefined)
    },
  }
  if (answers !== null)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const asked = readAsked(params)
      if (connected.asked.length < 20) connected.asked.push(asked)
      return replyTo(asked, answers)
    })
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    connected.changed.list = true
  })
  // What arrives outside of a call, or is no message of the protocol, ends with the call that it disturbs.
  client.onerror = () => undefined
  const wire =
    transport === 'http' ? new StreamableHTTPClientTransport(url, { fetch }) : new SSEClientTransport(url, { fetch })
  try {
    await Promise.race([client.connect(wire, { signal, timeout: MCP_TIMEOUT_MS }), broken.promise])
    return connected
  } catch (error) {
    connected.end()
    throw error
  }
}
