/**
 * The Model Context Protocol (2026-07-28, and the revisions of 2025 that clients still use) over Streamable HTTP,
 * without sessions. Every request is served by a separate instance, so no answer can reach another caller. A tool call
 * passes the same checks as a request to its endpoint: the scope of the key, the rule of the endpoint, the count of the
 * plan.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Transport,
  type Tool as WireTool,
} from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { KEY_SCOPES } from '#contract/endpoint-lists/key-scopes.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'
import { enforceFeatures } from '#server/platform/settings/features.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { enforceMaintenance, enforceScope } from './access.ts'
import { admitTo } from './call-endpoint.ts'
import { timeoutOf, withDeadline } from './deadline.ts'
import { toAppError } from './errors.ts'
import type { RequestContext, Tool, ToolResult, ToolsAnswer } from './handlers.ts'
import { callOnce } from './idempotency.ts'
import { refusalOfMessage, withShortError } from './mcp-message.ts'
import { challengeOf } from './oauth/challenge.ts'

interface Options {
  meter: CallMeter
  idempotency: Idempotency
  settings: Settings
  installation: { name: () => string; version: string; publicUrl: string }
  /** See `AppDeps`. */
  deadlineFactor: number
}

/** They are ours to read; the protocol has no use for them. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-run-token']

const onTheWire = ({ name, title, description, input_schema, reads_only }: Tool): WireTool => ({
  name,
  title,
  description,
  inputSchema: { ...input_schema, type: 'object' } as WireTool['inputSchema'],
  annotations: {
    title,
    readOnlyHint: reads_only,
    // Each call is a run of its own, which may cost money and do what its workflow does.
    ...(!reads_only && { destructiveHint: true, idempotentHint: false }),
    openWorldHint: !reads_only,
  },
})

const asResult = ({ data, text = JSON.stringify(data), failed = false }: ToolResult): CallToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent: data,
  ...(failed && { isError: true }),
})

const KEY_HINT = 'Send an API key with this server, in the header Authorization: Bearer chowk_…'

/** A refusal as an assistant reads it: the text, every field that is wrong, and the code. */
function asRefusal({ code, message, problems, retryAfter, status }: AppError): CallToolResult {
  const fields = problems.map((one) => (one.field === undefined ? one.message : `${one.field}: ${one.message}`))
  const lines = [message, ...fields, ...(status === 401 ? [KEY_HINT] : [])]
  const errors = problems.map((one) => ({ ...one }))
  return {
    content: [{ type: 'text', text: [...new Set(lines)].join('\n') }],
    structuredContent: { error: { code, message, errors, ...(retryAfter !== null && { retry_after: retryAfter }) } },
    isError: true,
  }
}

async function callTool(tool: Tool, args: JsonObject, context: RequestContext, { meter }: Options) {
  const { caller } = context
  if (caller.type === 'user' && caller.api_key) await meter.take(caller.id)
  return asResult(await tool.call(args, context))
}

class TerseServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport)
    transport.send = (message, options) => send(withShortError(message), options)
    return super.connect(transport)
  }
}

function serverOf(
  { instructions, tools }: ToolsAnswer,
  request: FastifyRequest,
  context: RequestContext,
  options: Options,
): Server {
  const { name, version } = options.installation
  const server = new TerseServer({ name: name(), version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(onTheWire) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find((one) => one.name === params.name)
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(params.name.slice(0, 100).toWellFormed())}`,
      )
    try {
      const args = (params.arguments ?? {}) as JsonObject
      admitTo(tool.opens, context.caller)
      const { maintenance, features } = options.settings.now()
      enforceFeatures(tool.opens, context.caller, features)
      enforceMaintenance(tool.opens, api[tool.opens], context.caller, maintenance)
      const call = { request, context, tool, args }
      // A call that outlasts this continues, so that its result is stored for the next one with its key.
      const once = callOnce(options.idempotency, call, () => callTool(tool, args, context, options))
      const opened: EndpointDefinition = api[tool.opens]
      return await withDeadline(once, timeoutOf(opened, options.deadlineFactor))
    } catch (error) {
      const refusal = toAppError(error as Error)
      if (refusal === null) request.log.error({ err: error, request_id: request.id }, `the tool ${tool.name} failed`)
      return asRefusal(refusal ?? new AppError('server_error'))
    }
  })
  return server
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !CREDENTIALS.includes(name)) headers.set(name, value)
  return new Request(`http://mcp${request.url}`, { method: request.method, headers, signal })
}

/**
 * An assistant whose token lacks the scope of a tool is told in the words of OAuth, so that it can ask its person for more. Programs with
 * a key are told in the result of the tool.
 * @throws AppError forbidden
 */
function refuseSmallScope(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  tools: readonly Tool[],
  publicUrl: string,
): void {
  if (caller.type !== 'user' || caller.api_key?.resource === undefined) return
  const { method, params } = (request.body ?? {}) as { method?: unknown; params?: { name?: unknown } }
  const tool = method === 'tools/call' ? tools.find(({ name }) => name === params?.name) : undefined
  if (!tool) return
  try {
    enforceScope(tool.opens, caller)
  } catch (error) {
    // What it has, and what it needs: asking for less would take something away.
    const needed = [...new Set([...caller.api_key.scopes, ...(KEY_SCOPES[tool.opens] ?? [])])]
    reply.header('www-authenticate', challengeOf(request, { status: 403 }, publicUrl, needed))
    throw error
  }
}

/**
 * @throws AppError invalid_input for several messages in one request: each must be admitted, counted and limited
 * separately; forbidden for a tool that the scopes of an assistant do not open
 */
export async function sendTools(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
  answer: ToolsAnswer,
  options: Options,
): Promise<FastifyReply> {
  if (Array.isArray(request.body)) throw fieldError('body', 'Send one message in a request')
  const refused = request.body === undefined ? null : refusalOfMessage(request.body as Json)
  if (refused !== null)
    return reply.code(400).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(refused))
  refuseSmallScope(request, reply, context.caller, answer.tools, options.installation.publicUrl)
  const handler = createMcpHandler(() => serverOf(answer, request, context, options), {
    // Our data does not change while a client listens.
    maxSubscriptions: 0,
    onerror: (error) => request.log.debug({ err: error, request_id: request.id }, 'a message of MCP was refused'),
  })
  const response = await handler.fetch(webRequest(request, context.signal), { parsedBody: request.body })
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'connection') reply.header(name, value)
  reply.header('cache-control', 'no-store')
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body as ReadableStream))
}
