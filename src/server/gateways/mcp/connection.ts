/** One connection to a server: what we offer it, what we take from it, and how long. */
import {
  Client,
  type jsonSchemaValidator,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { NodeError } from '#nodes/node.ts'
import type { ServerPipe, ServerStart } from '#nodes/server-work.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { type Asked, type ElicitationAnswer, readAsked, replyTo } from './elicitation.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { PipeTransport } from './pipe-transport.ts'

/** How a server at an address is spoken to. */
export type HttpTransport = 'http' | 'sse'
/** `stdio`: a process of the sandbox. */
export type McpTransport = HttpTransport | 'stdio'

interface Target {
  /** Its id here: connections are kept by it. */
  id: string
  /** What must not come back. */
  secrets: readonly string[]
}

/** A server at an address, as it is called. */
export interface HttpTarget extends Target {
  url: string
  transport: HttpTransport
  /** What signs in; sent to the origin of `url` only. */
  headers: Record<string, string>
}

/** A server from a package, as it is started. */
export interface PackageTarget extends Target {
  transport: 'stdio'
  start: ServerStart
  /** Whose process it is. */
  owner: string
}

export type McpTarget = HttpTarget | PackageTarget

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
  /** What the server asked for in this call. */
  asked: Asked[]
  /** What a person who is there answers to it. */
  answers: readonly ElicitationAnswer[]
  changed: { list: boolean }
  /** Fails when an answer breaks off: the protocol's client would wait for the rest. */
  broken: Promise<never>
  end(): void
}

/** @param mode whether servers are asked which revision they speak before they are greeted, or greeted as those of 2025 are */
const createClient = (mode: 'auto' | 'legacy', mayAsk: boolean): Client =>
  new Client(WHO, {
    capabilities: mayAsk ? { elicitation: { form: { applyDefaults: true } } } : {},
    versionNegotiation: { mode },
    jsonSchemaValidator: unchecked,
    listMaxPages: MOST_PAGES,
  })

/** Hears what a server says on its own. */
function listen(connected: Connected, mayAsk: boolean): void {
  const { client } = connected
  if (mayAsk)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const asked = readAsked(params)
      if (connected.asked.length < 20) connected.asked.push(asked)
      return replyTo(asked, connected.answers)
    })
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    connected.changed.list = true
  })
  // What arrives outside of a call, or is no message of the protocol, ends with the call that it disturbs.
  client.onerror = () => undefined
}

/**
 * Greets a server at the other end of a pipe. The connection ends with the pipe. Questions of the server are heard also where no one is
 * there, and declined then: one process has calls of both kinds.
 * @throws what the protocol's client throws
 */
export async function openPipe(pipe: ServerPipe, signal: AbortSignal): Promise<Connected> {
  const client = createClient('legacy', true)
  const connected: Connected = {
    ...{ client, transport: 'stdio', asked: [], answers: [], changed: { list: false } },
    broken: new Promise(() => undefined),
    end: () => pipe.close(),
  }
  listen(connected, true)
  await client.connect(new PipeTransport(pipe), { signal, timeout: MCP_TIMEOUT_MS })
  return connected
}

/**
 * Connects.
 * @param answers what a person who is there answers to questions; null when no one is there, so that servers do not ask
 * @throws what the protocol's client throws
 */
export async function openConnection(
  open: Outbound['open'],
  target: HttpTarget,
  transport: HttpTransport,
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
  const client = createClient(transport === 'http' ? 'auto' : 'legacy', answers !== null)
  const connected: Connected = {
    ...{ client, transport, asked: [], answers: answers ?? [], changed: { list: false }, broken: broken.promise },
    end: () => {
      ending.abort(new NodeError('mcp_failed', 'The connection to the server was closed', { retryable: true }))
      void client.close().catch(() => undefined)
    },
  }
  listen(connected, answers !== null)
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
