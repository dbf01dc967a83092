/**
 * The one guarded way out: HTTP nodes, webhooks and every fetch of a user's URL go through here. Each URL, and each redirect
 * again, is parsed once and resolved once; private addresses are refused; the connection goes to the addresses that were
 * checked, while TLS still checks the name. Size, time, redirects and encodings are bounded. Proxy settings of the environment
 * are ignored.
 */
import { Agent, type AgentOptions, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { SpanKind } from '@opentelemetry/api'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { inSpan } from '#server/platform/tracing/spans.ts'
import { isPublicAddress } from './outbound/addresses.ts'
import { ACCEPT_ENCODING, bodyStream, decodeBody, readBody } from './outbound/body.ts'
import { checkHeaders, type Headers, harmlessOnly, readHeaders } from './outbound/headers.ts'
import { parseUrl, type Resolve, resolveTarget, systemResolve, type Target } from './outbound/target.ts'

export interface OutboundOptions {
  /** `host:port` the operator allows although it is private: `127.0.0.1:9000`, `[::1]:9000`, `echo.lan:80`. */
  allow?: readonly string[]
  resolve?: Resolve
  /** Further certificate authorities, PEM. */
  ca?: string
  maxBytes?: number
}

/** A response whose body is streamed and decompressed. Its consumer reads it to the end or destroys it. */
export interface OpenResponse {
  status: number
  headers: Record<string, string>
  body: Readable
}

export interface Outbound {
  http: HttpPort
  /** The same for answers that come piece by piece. `timeout_ms`, at most 600,000, is until they begin; `signal` ends them. */
  open(request: HttpRequest, signal: AbortSignal): Promise<OpenResponse>
  /** Closes kept connections. */
  close(): void
}

const MAX_REDIRECTS = 5
const MAX_TIMEOUT_MS = 60_000
const MAX_OPEN_MS = 600_000
const MAX_BYTES = 10_000_000
const REDIRECTS = [301, 302, 303, 307, 308]
const POOL: AgentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 32, timeout: 65_000, scheduling: 'lifo' }

type Pinned = RequestOptions & { pinned?: string }

/** Connections are kept per pinned address: a name that moved gets a new one. */
class PinnedAgent extends Agent {
  override getName(options: Pinned): string {
    return `${super.getName(options)}:${options.pinned}`
  }
}
class PinnedTlsAgent extends TlsAgent {
  override getName(options: Pinned): string {
    return `${super.getName(options)}:${options.pinned}`
  }
}

interface Call {
  method: HttpRequest['method']
  headers: Headers
  body: string | Uint8Array | null
  binary: boolean
  follow: boolean
  once: boolean
  sending?: (() => void) | undefined
}

interface Budget {
  maxBytes: number
  agents: { http: Agent; https: TlsAgent }
  /** Ends the request that runs. */
  stop: (() => void) | null
  stopped: boolean
  /** Takes the body instead of its being read here. */
  take?: (body: Readable) => void
}

/** The host alone: addresses hold tokens and names of people. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

const traced = ({ method, url }: HttpRequest, work: () => Promise<HttpResponse>): Promise<HttpResponse> =>
  inSpan(
    method,
    { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, 'server.address': hostOf(url) } },
    async (span) => {
      const response = await work()
      span.setAttributes({ 'http.response.status_code': response.status })
      return response
    },
  )

export const createOutbound = (options: OutboundOptions = {}): Outbound => {
  const allow = new Set(options.allow ?? [])
  const resolve = options.resolve ?? systemResolve
  const agents = {
    http: new PinnedAgent(POOL),
    https: new PinnedTlsAgent({ ...POOL, ...(options.ca && { ca: options.ca }) }),
  }
  const maxBytes = options.maxBytes ?? MAX_BYTES

  const send = async (
    request: HttpRequest,
    signal: AbortSignal,
    most_ms: number,
    take?: Budget['take'],
  ): Promise<HttpResponse> => {
    if (signal.aborted) throw signal.reason
    const { method, body, binary = false, redirects, once = false, sending } = request
    const follows = redirects !== 'refuse'
    const call = { method, headers: checkHeaders(request.headers), body, binary, follow: follows, once, sending }
    const url = parseUrl(request.url)
    const ms = Math.min(most_ms, Math.max(1, request.timeout_ms))
    const budget: Budget = { maxBytes, agents, stop: null, stopped: false, ...(take && { take }) }
    return new Promise((done, fail) => {
      const end = (cause: unknown) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        budget.stopped = true
        budget.stop?.()
        fail(cause)
      }
      const late = () => end(new NodeError('http_timeout', `No complete response after ${ms} ms`, { retryable: true }))
      const timer = setTimeout(late, ms)
      const onAbort = () => end(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      const finish = (response: HttpResponse) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        done(response)
      }
      follow(call, url, budget, (next) => resolveTarget(next, allow, resolve)).then(finish, end)
    })
  }
  const open: Outbound['open'] = async (request, signal) => {
    let body: Readable = Readable.from([])
    const answer = await traced(request, () =>
      send(request, signal, MAX_OPEN_MS, (taken) => {
        body = taken
      }),
    )
    const stop = () => body.destroy(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    body.once('close', () => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
    return { status: answer.status, headers: answer.headers, body }
  }
  return {
    http: (request, signal) => traced(request, () => send(request, signal, MAX_TIMEOUT_MS)),
    open,
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Calls, and calls again where the answer sends us, at most five times. */
const follow = async (
  first: Call,
  start: URL,
  budget: Budget,
  check: (url: URL) => Promise<Target>,
): Promise<HttpResponse> => {
  let [call, url] = [first, start]
  for (let hops = 0; ; hops++) {
    const target = await check(url)
    if (budget.stopped) throw new Error('stopped')
    const response = await attempt(call, target, budget)
    const location = response.headers.location
    if (!call.follow || !REDIRECTS.includes(response.status) || location === undefined) return response
    if (hops >= MAX_REDIRECTS) throw new NodeError('http_failed', `More than ${MAX_REDIRECTS} redirects`)
    const next = parseUrl(location, url)
    call = redirected(call, response.status, next.origin === url.origin)
    url = next
  }
}

const redirected = (call: Call, status: number, sameOrigin: boolean): Call => {
  const headers = sameOrigin ? call.headers : harmlessOnly(call.headers)
  const drops = status === 303 ? call.method !== 'HEAD' : status <= 302 && call.method === 'POST'
  if (!drops) return { ...call, headers }
  return { ...call, method: 'GET', body: null, headers: headers.filter(([name]) => name !== 'content-type') }
}

/** A kept connection may have been closed by the other side just now: what may be repeated is sent once more. */
const attempt = async (call: Call, target: Target, budget: Budget): Promise<HttpResponse> => {
  try {
    return await exchange(call, target, budget)
  } catch (cause) {
    const repeatable = call.method !== 'POST' && call.method !== 'PATCH'
    const keyed = call.headers.some(([name]) => name === 'idempotency-key')
    if (!(cause instanceof StaleConnection) || budget.stopped) throw cause
    if (repeatable || keyed) return exchange(call, target, budget)
    throw cause
  }
}

class StaleConnection extends NodeError {}

/** Names connections that are used once. */
let connections = 0

const exchange = (call: Call, target: Target, budget: Budget): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const tls = target.url.protocol === 'https:'
    const pinned = target.pinned.map(({ address }) => address).join()
    const options: Pinned = {
      method: call.method,
      host: target.host,
      port: target.port,
      path: target.url.pathname + target.url.search,
      headers: headersOf(call),
      agent: tls ? budget.agents.https : budget.agents.http,
      lookup: lookupOf(target),
      pinned: call.once ? `${pinned}:${++connections}` : pinned,
      maxHeaderSize: 32_768,
    }
    call.sending?.()
    const request = tls ? requestHttps(options) : requestHttp(options)
    budget.stop = () => request.destroy()
    request.on('error', (cause: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')
      const Kind = stale ? StaleConnection : NodeError
      reject(cause instanceof NodeError ? cause : new Kind('http_failed', inWords(cause), { retryable: true, cause }))
    })
    request.on('response', (response) => {
      receive(call, response, budget).then(resolve, reject)
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new NodeError('http_failed', 'The host wants to speak another protocol'))
    })
    if (!target.allowed) guard(request)
    request.end(call.body ?? undefined)
  })

const headersOf = (call: Call): Record<string, string> => ({
  'user-agent': 'Chowk',
  accept: '*/*',
  ...Object.fromEntries(call.headers),
  'accept-encoding': ACCEPT_ENCODING,
  ...(call.body !== null && { 'content-length': String(Buffer.byteLength(call.body)) }),
  ...(call.once && { connection: 'close' }),
})

const lookupOf =
  (target: Target): LookupFunction =>
  (_host, options, callback) => {
    const [first] = target.pinned
    if (options.all === true) callback(null, target.pinned)
    else callback(null, first?.address ?? '', first?.family)
  }

/** The last look: where did the connection really go? */
const guard = (request: ReturnType<typeof requestHttp>): void => {
  request.on('socket', (socket) => {
    const check = () => {
      if (socket.remoteAddress !== undefined && !isPublicAddress(socket.remoteAddress))
        request.destroy(new NodeError('url_refused', 'This address is not on the public internet', { field: 'url' }))
    }
    if (socket.connecting) socket.once('connect', check)
    else check()
  })
}

const receive = async (call: Call, response: IncomingMessage, budget: Budget): Promise<HttpResponse> => {
  const status = response.statusCode ?? 0
  const headers = readHeaders(response.rawHeaders)
  if (REDIRECTS.includes(status) && headers.location !== undefined) {
    response.destroy()
    return { status, headers, body: '' }
  }
  if (call.method === 'HEAD' || status === 204 || status === 304) {
    response.resume()
    return { status, headers, body: '' }
  }
  if (budget.take) {
    budget.take(bodyStream(response, headers, budget.maxBytes))
    return { status, headers, body: '' }
  }
  const bytes = await readBody(response, headers, budget.maxBytes)
  if (call.binary) return { status, headers, body: '', bytes }
  return { status, headers, body: decodeBody(bytes, headers['content-type'] ?? '') }
}

/** What went wrong, without an address of ours. */
const inWords = (cause: NodeJS.ErrnoException): string => {
  const code = cause.code ?? ''
  if (code === 'ECONNREFUSED') return 'The host refused the connection'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The host closed the connection'
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) return `The host's certificate cannot be trusted (${code})`
  if (code.startsWith('HPE_')) return `The host does not answer with valid HTTP (${code})`
  return `The request failed (${code || 'unknown'})`
}
