import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { allPages, Pagination } from '#nodes/lib/integrations/pagination.ts'
import {
  checkStatus,
  fileHeadOf,
  headersOf,
  Pair,
  parseBody,
  plainFileName,
  send,
  webAddress,
} from '#nodes/lib/integrations/request.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import { brief, kindOf } from '#nodes/settings.ts'

const Config = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    .default('GET')
    .describe('The HTTP method.')
    .meta({ title: 'Method' }),
  url: z
    .string()
    .min(1, 'Enter an address')
    .max(8000)
    .describe('Starts with https:// or http://. Private addresses are rejected.')
    .meta({ title: 'Address', widget: 'expression' }),
  credential: credentialField(
    ['api_key_header', 'bearer', 'basic', 'query_key', 'signing_secret', 'oauth2_generic', 'app_account'],
    'Authenticates the request. Sent only to the credential’s allowed hosts and removed when a redirect leads elsewhere.',
  ),
  query: z.array(Pair).max(100).default([]).describe('Query parameters added to the address.').meta({ title: 'Query' }),
  headers: z.array(Pair).max(100).default([]).describe('HTTP headers of the request.').meta({ title: 'Headers' }),
  body_type: z
    .enum(['none', 'json', 'text', 'form'])
    .default('none')
    .describe('The format of the request body.')
    .meta({ title: 'Body' }),
  body: Json.optional()
    .describe('A JSON value, text, or an object for a form. Leave empty to send the input as JSON.')
    .meta({ title: 'Content', widget: 'json', when: { field: 'body_type', is: ['json', 'text', 'form'] } }),
  pagination: Pagination,
  response: z
    .enum(['data', 'file'])
    .default('data')
    .describe('Whether the response becomes a value or a file.')
    .meta({ title: 'Response' }),
  gives: z
    .enum(['response', 'body'])
    .default('response')
    .describe('The whole response with status and headers, or only its body.')
    .meta({ title: 'Output' }),
  expected_status: z
    .array(z.number().int().min(100).max(599))
    .max(50)
    .default([])
    .describe('Statuses that count as success. Leave empty for 200 to 299.')
    .meta({ title: 'Expected status' }),
  timeout_ms: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe('In milliseconds, for each request.')
    .meta({ title: 'Time limit' }),
})
type Config = z.output<typeof Config>

const File = z.object({ file_id: z.string(), name: z.string(), mime: z.string(), bytes: z.number().int() })

export const httpRequest = defineNode({
  type: 'http_request',
  version: 1,
  title: 'HTTP request',
  category: 'integration',
  icon: 'globe',
  description:
    'Sends an HTTP request. All attempts carry the same idempotency key, so that the service can process the request only once.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: Config,
  example: { method: 'GET', url: 'https://example.com/orders/{{ $input.id }}' },
  output: z
    .object({
      status: z.number().int(),
      headers: z.record(z.string(), z.string()),
      body: Json,
      file: File.optional(),
      pages: z.number().int().optional(),
      truncated: z.boolean().optional(),
    })
    .or(Json),
  sentence: (config) => `${config.method} ${brief(config.url)}`,
  async run(ctx) {
    const { config } = ctx
    const request = requestOf(config, ctx)
    const answer = await answerOf(ctx, request)
    return output(config.gives === 'body' ? (answer.file ?? answer.body) : answer)
  },
})

type Context = NodeContext<Config>

async function answerOf(
  ctx: Context,
  request: HttpRequest,
): Promise<{ file?: z.output<typeof File>; body: Json } & JsonObject> {
  const { config } = ctx
  if (config.response === 'file') return fileOf(ctx, request)
  if (config.pagination) return pagesOf(ctx, request, config.pagination)
  const response = await send(ctx, request)
  checkStatus(response, config.expected_status)
  return { status: response.status, headers: response.headers, body: parseBody(response) }
}

/** @throws NodeError `bad_url`, `bad_header`, `not_a_text` */
function requestOf(config: Config, ctx: Context): HttpRequest {
  const content = bodyOf(config, ctx.input)
  const headers = headersOf(config.headers)
  if (content && !headers['content-type']) headers['content-type'] = content.type
  headers['idempotency-key'] = ctx.run.idempotency_key
  const url = webAddress(config.url)
  for (const { name, value } of config.query) url.searchParams.set(name, value)
  const { method, timeout_ms, credential } = config
  return { method, url: url.href, headers, body: content?.text ?? null, timeout_ms, ...(credential && { credential }) }
}

async function pagesOf(ctx: Context, request: HttpRequest, pagination: NonNullable<Config['pagination']>) {
  const { items, pages, truncated, last } = await allPages(pagination, request.url, async (url, page) => {
    // Each page is a request of its own.
    const key = page === 1 ? ctx.run.idempotency_key : `${ctx.run.idempotency_key}:page:${page}`
    ctx.progress(0, `Page ${page}`)
    const response = await send(ctx, { ...request, url, headers: { ...request.headers, 'idempotency-key': key } })
    checkStatus(response, ctx.config.expected_status)
    return response
  })
  return { status: last.status, headers: last.headers, body: items, pages, truncated }
}

async function fileOf(ctx: Context, request: HttpRequest) {
  const response = await send(ctx, { ...request, binary: true })
  const { status, headers, bytes = new Uint8Array() } = response
  checkStatus({ ...response, body: '' }, ctx.config.expected_status)
  const { mime, name } = fileHeadOf(response)
  const file = { name: plainFileName(name ?? endOf(request.url)), mime, bytes }
  const written = await ctx.files.write(file, ctx.run.as, ctx.run.idempotency_key)
  return { status, headers, body: null, file: { ...written } }
}

/** What follows the last slash of an address. */
function endOf(address: string): string {
  const path = address.split(/[?#]/)[0] ?? ''
  return path.slice(path.lastIndexOf('/') + 1)
}

/** @throws NodeError `not_a_text`, `not_a_form` */
function bodyOf(config: Config, input: Json): { text: string; type: string } | null {
  if (config.body_type === 'none') return null
  if (config.body_type === 'json') return { text: JSON.stringify(config.body ?? input), type: 'application/json' }
  if (config.body_type === 'form')
    return { text: formOf(config.body ?? input), type: 'application/x-www-form-urlencoded' }
  const text = config.body ?? ''
  if (typeof text === 'string') return { text, type: 'text/plain; charset=utf-8' }
  throw new NodeError('not_a_text', `Expected text to send, got ${kindOf(text)}`, { field: 'body' })
}

function formOf(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NodeError('not_a_form', `Expected an object to send as a form, got ${kindOf(value)}`, { field: 'body' })
  const pair = (name: string, part: Json) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(typeof part === 'string' ? part : JSON.stringify(part))}`
  return Object.entries(value)
    .flatMap(([name, part]) => (Array.isArray(part) ? part.map((one) => pair(name, one)) : [pair(name, part)]))
    .join('&')
}
