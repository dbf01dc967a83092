import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { HttpResponse } from '#nodes/ports.ts'
import { brief, kindOf } from '#nodes/settings.ts'

const Pair = z.strictObject({
  name: z.string().min(1, 'Give a name').max(200).meta({ title: 'Name' }),
  value: z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .meta({ title: 'Value', widget: 'expression' }),
})
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** RFC 9110 leaves these to the connection or to us. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key']

const Config = z.strictObject({
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    .default('GET')
    .describe('What to do.')
    .meta({ title: 'Method' }),
  url: z
    .string()
    .min(1, 'Give an address')
    .max(8000)
    .describe('Begins with https:// or http://. Private addresses are refused.')
    .meta({ title: 'Address', widget: 'expression' }),
  query: z.array(Pair).max(100).default([]).describe('Added to the address.').meta({ title: 'Query' }),
  headers: z.array(Pair).max(100).default([]).describe('Sent with the request.').meta({ title: 'Headers' }),
  body_type: z.enum(['none', 'json', 'text']).default('none').describe('What to send.').meta({ title: 'Body' }),
  body: Json.optional()
    .describe('A JSON value, or a text. The input when left out and the body is JSON.')
    .meta({ title: 'Content', widget: 'json' }),
  expected_status: z
    .array(z.number().int().min(100).max(599))
    .max(50)
    .default([])
    .describe('Statuses that count as a success. 200 to 299 when empty.')
    .meta({ title: 'Expected status' }),
  gives: z
    .enum(['response', 'body'])
    .default('response')
    .describe('The whole answer with its status and headers, or only what stands in it.')
    .meta({ title: 'Gives' }),
  timeout_ms: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(15_000)
    .describe('In milliseconds.')
    .meta({ title: 'Time limit' }),
})
type Config = z.output<typeof Config>

export const httpRequest = defineNode({
  type: 'http_request',
  version: 1,
  title: 'HTTP request',
  category: 'integration',
  icon: 'globe',
  description: 'Calls a web address. The same key is sent with every attempt, so that the other side can do it once.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: Config,
  example: { method: 'GET', url: 'https://example.com/orders/{{ $input.id }}' },
  output: z.object({ status: z.number().int(), headers: z.record(z.string(), z.string()), body: Json }).or(Json),
  sentence: (config) => `${config.method} ${brief(config.url)}`,
  async run(ctx) {
    const { config } = ctx
    const content = bodyOf(config, ctx.input)
    const headers = headersOf(config)
    if (content && !headers['content-type']) headers['content-type'] = content.type
    headers['idempotency-key'] = ctx.run.idempotency_key
    const { method, timeout_ms } = config
    const request = { method, url: urlOf(config), headers, body: content?.text ?? null, timeout_ms }
    const response = await ctx.http(request, ctx.signal)
    checkStatus(response, config.expected_status)
    const body = parseBody(response)
    return output(config.gives === 'body' ? body : { status: response.status, headers: response.headers, body })
  },
})

/** @throws NodeError `bad_url` */
function urlOf(config: Config): string {
  let url: URL
  try {
    url = new URL(config.url)
  } catch {
    throw new NodeError('bad_url', `"${brief(config.url, 100)}" is not a web address`, { field: 'url' })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new NodeError('bad_url', 'An address begins with https:// or http://', { field: 'url' })
  }
  for (const { name, value } of config.query) url.searchParams.set(name, value)
  return url.href
}

/** Names in lower case. @throws NodeError `bad_header` */
function headersOf(config: Config): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json, */*' }
  config.headers.forEach(({ name, value }, index) => {
    const field = `headers.${index}`
    const lower = name.toLowerCase()
    if (!HEADER_NAME.test(name) || OWN_HEADERS.includes(lower)) {
      throw new NodeError('bad_header', `The header "${brief(name)}" cannot be set`, { field: `${field}.name` })
    }
    // A line break would start another header.
    if (/[\r\n\0]/.test(value)) throw new NodeError('bad_header', 'A header is one line', { field: `${field}.value` })
    headers[lower] = value
  })
  return headers
}

/** @throws NodeError `not_a_text` */
function bodyOf(config: Config, input: Json): { text: string; type: string } | null {
  if (config.body_type === 'none') return null
  if (config.body_type === 'json') return { text: JSON.stringify(config.body ?? input), type: 'application/json' }
  const text = config.body ?? ''
  if (typeof text === 'string') return { text, type: 'text/plain; charset=utf-8' }
  throw new NodeError('not_a_text', `Expected a text to send, got ${kindOf(text)}`, { field: 'body' })
}

const RETRYABLE = [408, 429]

/** @throws NodeError `http_status` */
function checkStatus({ status, body }: HttpResponse, expected: readonly number[]): void {
  if (expected.length > 0 ? expected.includes(status) : status >= 200 && status < 300) return
  const retryable = RETRYABLE.includes(status) || status >= 500
  throw new NodeError('http_status', `The server answered ${status}: ${brief(body, 200)}`, { retryable })
}

/** JSON when the answer says so and it is; else the text. */
function parseBody({ headers, body }: HttpResponse): Json {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type) || body === '') return body
  try {
    return JSON.parse(body) as Json
  } catch {
    return body
  }
}
