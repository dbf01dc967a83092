/** `fetch` for the protocol's own client: every request goes through the guarded way out, and none is followed elsewhere. */
import type { Readable } from 'node:stream'
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { NodeError } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { ScopeNeeded } from './errors.ts'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface GuardedFetchOptions {
  open: Outbound['open']
  /** Signs requests in, and only those to this origin. */
  sign_in?: { origin: string; headers: Record<string, string> }
  /** Ends every request, streams included. */
  signal: AbortSignal
  /** How long a request may take until its answer has ended. */
  most_ms: number
  /** Whether a GET may open a stream for messages that belong to no request. */
  standing_streams: boolean
  /** An answer broke off, or was too long: who waits for the rest waits in vain. */
  onBroken?: (error: NodeError) => void
}

/** Characters of scopes that a server may name. */
export const MOST_SCOPE = 2000

const METHODS: readonly HttpRequest['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const WITHOUT_BODY = [101, 204, 205, 304]

const methodOf = (init: RequestInit): HttpRequest['method'] => {
  const method = METHODS.find((one) => one === (init.method ?? 'GET').toUpperCase())
  if (!method) throw new NodeError('http_failed', 'This method cannot be called')
  return method
}

const bodyOf = ({ body }: RequestInit): string | null => {
  if (body === undefined || body === null) return null
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new NodeError('http_failed', 'This body cannot be sent')
}

/** Headers of an answer that describe bytes which were inflated on the way. */
const STALE = ['content-encoding', 'content-length', 'transfer-encoding']

/** Not `Readable.toWeb`, which throws where no one can catch it when its reader leaves while a chunk arrives. */
function asWebStream(body: Readable): ReadableStream<Uint8Array> {
  // What breaks after its reader has left concerns no one.
  body.on('error', () => undefined)
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: () => {
      body.destroy()
    },
  })
}

const asResponse = (status: number, headers: Record<string, string>, body: Readable): Response => {
  const left = new Headers()
  for (const [name, value] of Object.entries(headers)) if (!STALE.includes(name)) left.set(name, value)
  if (WITHOUT_BODY.includes(status) || status < 200) {
    body.destroy()
    return new Response(null, { status: status < 200 ? 502 : status, headers: left })
  }
  return new Response(asWebStream(body), { status, headers: left })
}

/** @throws ScopeNeeded */
function refuseSmallScope(response: Response): void {
  const { error, scope = '' } = extractWWWAuthenticateParams(response)
  if (error !== 'insufficient_scope') return
  response.body?.cancel().catch(() => undefined)
  throw new ScopeNeeded(scope.slice(0, MOST_SCOPE))
}

export function createGuardedFetch({
  open,
  sign_in,
  signal,
  most_ms,
  standing_streams,
  onBroken,
}: GuardedFetchOptions): Fetch {
  return async (address, init = {}) => {
    const url = new URL(address)
    const method = methodOf(init)
    const headers = Object.fromEntries(new Headers(init.headers))
    // One that was cut off may be taken up again: it belongs to the request before.
    const isStanding = headers.accept?.includes('text/event-stream') && headers['last-event-id'] === undefined
    if (method === 'GET' && !standing_streams && isStanding) return new Response(null, { status: 405 })
    const ends = [signal, AbortSignal.timeout(most_ms), ...(init.signal ? [init.signal] : [])]
    const body = bodyOf(init)
    if (body !== null && !('content-type' in headers) && init.body instanceof URLSearchParams)
      headers['content-type'] = 'application/x-www-form-urlencoded'
    const signed = sign_in?.origin === url.origin ? { ...headers, ...sign_in.headers } : headers
    const request = { method, url: url.href, headers: signed, body, timeout_ms: most_ms, redirects: 'refuse' as const }
    const answer = await open(request, AbortSignal.any(ends))
    answer.body.once('error', (error) => error instanceof NodeError && onBroken?.(error))
    const response = asResponse(answer.status, answer.headers, answer.body)
    if (response.status === 403 && signed !== headers) refuseSmallScope(response)
    return response
  }
}
