/**
 * What is noted of each request once it is answered: it is counted, it is one line of the access log, and, where it is one, a security event.
 * Never a body, a query, a header or a raw path: those hold tokens and ids of people.
 */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageAt } from '#contract/platform/pages.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { addressOf } from '#server/platform/http/session.ts'
import { httpDuration, httpRequests, securityEvents } from '#server/platform/metrics/meters.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { WORKSPACE_PATH } from '#shared/workspace-address.ts'
import { isGrave, type SecurityEvent, securityEventOf } from './security-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered; null without one. */
    refusal: string | null
    /** The account at the identity provider that has just signed in; null when nobody has. */
    signed_in_as: string | null
  }
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route is of. */
    endpoint?: string
  }
}

/** Where the lines go. */
export interface RequestLines {
  /** One of each request; null where the level leaves them out. */
  access: ((line: object) => void) | null
  security: (line: object, isGrave: boolean) => void
}

export interface RequestLog {
  /** At the beginning of each request. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** A request that Node itself refused: there is nothing of it but a socket. */
  malformed(socket: Socket, answered: { id: string; status: number; bytes: number }): void
}

const ASSET = /^\/(?:assets|widget-files)\//
/** A file of the site's root, as the static routes have it. */
const FILE = /^\/[\w.-]+\.\w+$/
const NOWHERE = '(none)'
const MALFORMED = '(malformed)'

const patterns = new Map<string, string>()

/** `/api/v1/agents/:id` → `/api/v1/agents/{id}`: as the contract writes it. There are as many as there are routes. */
function patternOf(url: string): string {
  const known = patterns.get(url)
  if (known !== undefined) return known
  const pattern = ASSET.test(url) ? url.replace(/^(\/[\w-]+\/).*$/, '$1*') : url.replace(/:(\w+)/g, '{$1}')
  patterns.set(url, pattern)
  return pattern
}

/** Pages are no routes of their own: what serves them serves every unknown address, too. */
export function routeOf(request: FastifyRequest, url: string | undefined): string {
  if (url !== undefined && !request.is404) return patternOf(url)
  const pathname = request.url.replace(/[?#].*$/s, '')
  if (ASSET.test(pathname) || FILE.test(pathname)) return NOWHERE
  return pageAt(pathname.replace(WORKSPACE_PATH, '') || '/')?.path ?? NOWHERE
}

/** Who sent the request; `viewing` is the person whom an admin sees Chowk as, `workspace` the one a member acts for. */
const idOf = (
  caller: Caller | null,
): {
  caller: string
  caller_id: string | null
  key_id?: string
  assistant_id?: string
  viewing?: string
  workspace?: string
} => {
  if (caller === null) return { caller: 'unknown', caller_id: null }
  if (caller.type === 'visitor') return { caller: 'visitor', caller_id: caller.key }
  const { id, api_key, viewed_by, workspace } = caller
  if (viewed_by) return { caller: 'user', caller_id: viewed_by.id, viewing: id }
  if (workspace) return { caller: 'user', caller_id: workspace.person_id, workspace: id }
  if (api_key?.resource !== undefined) return { caller: 'assistant', caller_id: id, assistant_id: api_key.id }
  return api_key ? { caller: 'key', caller_id: id, key_id: api_key.id } : { caller: 'user', caller_id: id }
}

const MOST_KEYS = 10_000

/** A program uses its key for every request: that it does is told once a minute for each key and address. */
function createKeyUse(now: () => number): (request: FastifyRequest) => boolean {
  const told = new Map<string, number>()
  return (request) => {
    const { caller } = request
    if (caller?.type !== 'user' || caller.api_key === undefined) return false
    const key = `${caller.api_key.id} ${addressOf(request)}`
    if (now() - (told.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return false
    if (told.size >= MOST_KEYS) told.clear()
    told.set(key, now())
    return true
  }
}

const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

const isStream = (reply: FastifyReply): boolean =>
  String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream')

const bytesOf = (socket: Socket | null | undefined): number => socket?.bytesWritten ?? 0

/** Everything that is told of one request, whichever line it is told in. */
function factsOf(request: FastifyRequest, reply: FastifyReply, route: string, ms: number) {
  return {
    request_id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(request.refusal !== null && { error: request.refusal }),
    ...idOf(request.caller),
    address: addressOf(request),
  }
}

export function createRequestLog(
  { access, security }: RequestLines,
  now: () => number = () => performance.now(),
): RequestLog {
  const usesKey = createKeyUse(now)
  const tell = (event: SecurityEvent, facts: object, details: object = {}) => {
    securityEvents.inc({ event })
    security({ type: 'security', event, ...facts, ...details }, isGrave(event))
  }
  const end = (request: FastifyRequest, reply: FastifyReply, began: number, sentBefore: number) => {
    const ms = now() - began
    const { method } = request
    // An object is made each time this is asked for.
    const { url, config } = request.routeOptions
    const route = routeOf(request, url)
    const status = reply.statusCode
    httpRequests.inc({ method, route, status: String(status) })
    if (!isStream(reply)) httpDuration.observe({ method, route }, ms / 1000)
    const event = securityEventOf(config?.endpoint ?? null, status, request.refusal)
    const isKeyUse = usesKey(request)
    if (access === null && event === null && !isKeyUse) return
    const facts = factsOf(request, reply, route, ms)
    if (access) {
      const sent = bytesOf(reply.raw.socket ?? request.raw.socket) - sentBefore
      access({ type: 'access', ...facts, bytes: Math.max(0, sent) })
    }
    if (event !== null) {
      const { id } = (request.params ?? {}) as { id?: unknown }
      tell(event, facts, {
        ...(isUuid(id) && { target_id: id }),
        ...(request.signed_in_as !== null && { account: request.signed_in_as }),
      })
    }
    if (isKeyUse) tell('key_used', facts)
  }
  return {
    begin(request, reply) {
      reply.header('x-request-id', request.id)
      const [began, sentBefore] = [now(), bytesOf(request.raw.socket)]
      // Also when the client leaves before the answer is complete. Nobody would catch what is thrown here.
      reply.raw.once('close', () => {
        try {
          end(request, reply, began, sentBefore)
        } catch (err) {
          request.log.error({ err, request_id: request.id }, 'a request could not be noted')
        }
      })
    },
    malformed({ remoteAddress }, { id, status, bytes }) {
      httpRequests.inc({ method: 'UNKNOWN', route: MALFORMED, status: String(status) })
      const facts = {
        request_id: id,
        method: null,
        route: MALFORMED,
        status,
        ms: 0,
        caller: 'unknown',
        caller_id: null,
      }
      access?.({ type: 'access', ...facts, address: remoteAddress ?? null, bytes })
    },
  }
}
