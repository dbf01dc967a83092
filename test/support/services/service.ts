/**
 * Stand-ins for services of the catalogue, each by its own reference: what it keeps, whose requests it takes, how it lists and how it says
 * no. They know nothing of the actions that call them.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  /** In lower case. */
  headers: Record<string, string>
  bytes: Buffer
  /** Of a body that says it is JSON; undefined for every other. */
  json: Record<string, never> & Record<string, unknown>
  /** Of a form that is encoded as an address. */
  form: URLSearchParams
  /** Where the stand-in is. */
  origin: string
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  bytes?: Buffer
}

export interface Service {
  /** Null: there is no such address. */
  answer(call: Call): Reply | null
  /** What it says to requests that are not signed in, and how it knows those that are. */
  signedIn(call: Call): boolean
  refusal: Reply
}

export interface RunningService {
  url: string
  calls: Call[]
  close(): Promise<void>
}

const type = ({ headers }: Pick<Call, 'headers'>): string => headers['content-type'] ?? ''

export const isJson = (call: Pick<Call, 'headers'>): boolean => type(call).split(';')[0] === 'application/json'
export const isForm = (call: Pick<Call, 'headers'>): boolean =>
  type(call).split(';')[0] === 'application/x-www-form-urlencoded'
export const bearer = (token: string) => (call: Call) => call.headers.authorization === `Bearer ${token}`
export const basic = (user: string, password: string) => (call: Call) =>
  call.headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A part of a list, as services with cursors give it. The cursor is opaque. */
export function pageOf<T>(all: readonly T[], size: number, cursor: string | null): { items: T[]; next: string | null } {
  const from = cursor === null || cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64url').toString().slice(1))
  const to = from + size
  return {
    items: all.slice(from, to),
    next: to < all.length ? Buffer.from(`p${to}`).toString('base64url') : null,
  }
}

/** The parts of a path that matches, or null. */
export const match = (call: Call, method: string, pattern: RegExp): string[] | null => {
  const found = call.method === method ? pattern.exec(call.path) : null
  return found?.slice(1).map((part) => decodeURIComponent(part ?? '')) ?? null
}

/** @param port 0 takes any free one */
export async function startService(service: Service, port = 0): Promise<RunningService> {
  const calls: Call[] = []
  let origin = ''
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const url = new URL(request.url ?? '/', origin)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const call: Call = {
      ...{ method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, bytes, origin },
      json: isJson({ headers }) && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
      form: new URLSearchParams(isForm({ headers }) ? bytes.toString() : ''),
    }
    calls.push(call)
    const found = service.signedIn(call) ? service.answer(call) : service.refusal
    const {
      status = 200,
      headers: more = {},
      body,
      bytes: raw,
    } = found ?? { status: 404, body: { message: 'Not Found' } }
    response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...more })
    response.end(raw ?? (body === undefined ? '' : JSON.stringify(body)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: origin,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
