/** What nodes that speak HTTP share: headers, bodies, statuses. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'

export const Pair = z.strictObject({
  name: z.string().min(1, 'Enter a name').max(200).meta({ title: 'Name' }),
  value: z
    .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
    .meta({ title: 'Value', widget: 'expression' }),
})
export type Pair = z.output<typeof Pair>

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** RFC 9110 leaves these to the connection or to us. */
const OWN_HEADERS = ['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key']

/** Sends a request, signed in with its credential when it names one. @throws as `HttpPort` */
export function send(
  ctx: Pick<NodeContext<unknown>, 'http' | 'signal' | 'run'>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { credential, ...plain } = request
  return credential ? ctx.http(request, ctx.signal, ctx.run.as) : ctx.http(plain, ctx.signal)
}

/** @throws NodeError `bad_url` */
export function webAddress(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new NodeError('bad_url', `“${brief(text, 100)}” is not a web address`, { field: 'url' })
  }
  if (url.protocol === 'https:' || url.protocol === 'http:') return url
  throw new NodeError('bad_url', 'An address begins with https:// or http://', { field: 'url' })
}

/** Names in lower case. @throws NodeError `bad_header` */
export function headersOf(pairs: readonly Pair[]): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json, */*' }
  pairs.forEach(({ name, value }, index) => {
    const field = `headers.${index}`
    const lower = name.toLowerCase()
    if (!HEADER_NAME.test(name) || OWN_HEADERS.includes(lower)) {
      throw new NodeError('bad_header', `The header “${brief(name)}” cannot be set`, { field: `${field}.name` })
    }
    // A line break would start another header.
    if (/[\r\n\0]/.test(value))
      throw new NodeError('bad_header', 'A header can’t contain line breaks', { field: `${field}.value` })
    headers[lower] = value
  })
  return headers
}

const RETRYABLE = [408, 429]

/** @throws NodeError `http_status` */
export function checkStatus({ status, body }: HttpResponse, expected: readonly number[] = []): void {
  if (expected.length > 0 ? expected.includes(status) : status >= 200 && status < 300) return
  const retryable = RETRYABLE.includes(status) || status >= 500
  throw new NodeError('http_status', `The server answered ${status}: ${brief(body, 200)}`, { retryable })
}

/** In lower case or not: headers of a scripted port may be either. */
export const headerOf = ({ headers }: Pick<HttpResponse, 'headers'>, name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''

/** JSON when the answer says so and it is; else the text. */
export function parseBody(response: HttpResponse): Json {
  const { body } = response
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headerOf(response, 'content-type')) || body === '') return body
  try {
    return JSON.parse(body) as Json
  } catch {
    return body
  }
}

/** The value at a dotted path, `data.items`; the whole when the path is empty. Own keys only. */
export function at(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value
  for (const key of path.split('.').filter(Boolean)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, Json>)[key]
  }
  return found
}

/** What an answer that is a file says of itself; `name` is null where it has none. */
export function fileHeadOf(response: Pick<HttpResponse, 'headers'>): { mime: string; name: string | null } {
  const mime = headerOf(response, 'content-type').split(';')[0]?.trim() || 'application/octet-stream'
  const name = /filename="?([^";\r\n]{1,200})"?/i.exec(headerOf(response, 'content-disposition').slice(0, 2000))?.[1]
  return { mime, name: name ?? null }
}

/** A name without folders; `answer` for an empty one. */
export const plainFileName = (name: string): string => name.replace(/[\\/]/g, '_').trim() || 'answer'
