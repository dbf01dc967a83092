/** A stand-in for any app, made of its document: takes one request after another, judges it, and answers as the document says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Action, HttpCall, Pagination } from '#connectors/connector.ts'
import { valueAt } from '#connectors/request/answer.ts'
import type { BuiltRequest } from '#connectors/request/build.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { generate } from '#test/support/connectors/generate.ts'

/** What the next request is answered with. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: Json
}

export interface StandIn {
  url: string
  /** Requests since `expect` was called. */
  requests: BuiltRequest[]
  expect(reply: (request: BuiltRequest, index: number) => Reply): void
  close(): Promise<void>
}

const NAMES: Record<string, string> = { 'content-type': 'Content-Type', cookie: 'Cookie', accept: 'Accept' }

export async function startStandIn(): Promise<StandIn> {
  const requests: BuiltRequest[] = []
  let reply: Parameters<StandIn['expect']>[0] = () => ({ body: null })
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const headers = Object.entries(request.headers).map(([name, value]) => [NAMES[name] ?? name, String(value)])
    const built: BuiltRequest = {
      method: request.method as BuiltRequest['method'],
      url: `http://${request.headers.host}${request.url}`,
      headers: Object.fromEntries(headers),
      body: bytes.length === 0 ? null : bytes.toString(),
    }
    requests.push(built)
    const { status = 200, headers: more = {}, body } = reply(built, requests.length - 1)
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...more })
    response.end(isText ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    expect: (next) => {
      requests.length = 0
      reply = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the same with a value at a pointer (RFC 6901), making what leads there. */
export function withValue(whole: Json, pointer: string, value: Json): Json {
  if (pointer === '') return value
  const [step = '', ...rest] = pointer.slice(1).split('/')
  const name = step.replace(/~1/g, '/').replace(/~0/g, '~')
  const tail = rest.length === 0 ? '' : `/${rest.join('/')}`
  if (/^\d+$/.test(name) && !isObject(whole)) {
    const list = Array.isArray(whole) ? [...whole] : []
    list[Number(name)] = withValue(list[Number(name)] ?? {}, tail, value)
    return list
  }
  const object: JsonObject = isObject(whole) ? whole : {}
  return { ...object, [name]: withValue(object[name] ?? {}, tail, value) }
}

/** An answer as the document has it, which the service means as success. */
export function answerOf(action: Action, call: HttpCall, seed: number): Json {
  if (call.answer === 'text') return 'text'
  const made = action.sample ?? (action.output === null ? {} : generate(action.output, seed))
  if (!call.refusal) return made
  return withValue(made, call.refusal.at, call.refusal.equals === false ? true : null)
}

const ITEMS = 3

/** Two pages of an action, the second the last; null where the first can't be told from the last. */
export function pagesOf(
  answer: Json,
  pagination: Pagination,
  input: JsonObject,
): { pages: Reply[]; items: number } | null {
  const known = valueAt(answer, pagination.items)
  const sample = Array.isArray(known) && isObject(known[0]) ? known[0] : {}
  const item = (number: number): Json =>
    pagination.by === 'last_item' ? withValue(sample, pagination.next, `id-${number}`) : sample
  const list = (count: number, from = 0) => Array.from({ length: count }, (_, index) => item(from + index))
  const page = (items: Json[]) => withValue(answer, pagination.items, items)
  const last = page([item(ITEMS)])
  switch (pagination.by) {
    case 'cursor': {
      const more = (whole: Json, is: boolean) => (pagination.more ? withValue(whole, pagination.more, is) : whole)
      const first = more(withValue(page(list(ITEMS)), pagination.next, 'cursor-2'), true)
      return {
        pages: [{ body: first }, { body: more(withValue(last, pagination.next, null), false) }],
        items: ITEMS + 1,
      }
    }
    case 'last_item': {
      const more = (whole: Json, is: boolean) => (pagination.more ? withValue(whole, pagination.more, is) : whole)
      if (!pagination.more) return null
      return { pages: [{ body: more(page(list(ITEMS)), true) }, { body: more(last, false) }], items: ITEMS + 1 }
    }
    case 'page':
    case 'offset': {
      const size = pagination.size_key === undefined ? ITEMS : Number(input[pagination.size_key] ?? ITEMS)
      if (!Number.isInteger(size) || size < 1 || size > 500) return null
      return { pages: [{ body: page(list(size)) }, { body: page([]) }], items: size }
    }
    case 'address': {
      const next = (address: string | null): Json =>
        pagination.relation === undefined
          ? address
          : address === null
            ? []
            : [{ relation: pagination.relation, url: address }]
      const first = withValue(page(list(ITEMS)), pagination.next, next('/next?page=2'))
      return { pages: [{ body: first }, { body: withValue(last, pagination.next, next(null)) }], items: ITEMS + 1 }
    }
    case 'link':
      return {
        pages: [{ body: page(list(ITEMS)), headers: { link: '</next?page=2>; rel="next"' } }, { body: last }],
        items: ITEMS + 1,
      }
  }
}
