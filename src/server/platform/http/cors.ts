/**
 * CORS for pages of other sites. Only programs that send an API key or a run token are let in: credentials that a
 * browser adds on its own, such as a cookie, never count, so no site can act for a person who merely visits it. Sign-in
 * stays closed to other sites.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allowHeader, methodsAt } from './methods.ts'

/** Paths of the API without those that browsers sign in with. Widgets and chats have rules of their own. */
const OPEN = /^\/(?:api\/(?!auth\/|widget\/|chats\/)|v1\/)/
const ALLOWED_HEADERS = 'authorization, x-api-key, x-run-token, content-type, idempotency-key, last-event-id'
const EXPOSED_HEADERS =
  'x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotent-replayed, content-disposition, allow'
const PREFLIGHT_SECONDS = 7200

/** What a run token opens. Elsewhere it says nothing, and any page could send one to read what a visitor within a network sees. */
const OF_RUNS = /^\/api\/v1\/(?:executions|files)\//

/** A key or a run token, right or wrong: a program must be able to read that it was refused. */
function carriesProgramCredential({ headers, url }: FastifyRequest): boolean {
  if (headers.authorization !== undefined) return /\bchowk_/i.test(headers.authorization)
  return headers['x-api-key'] !== undefined || (headers['x-run-token'] !== undefined && OF_RUNS.test(url))
}

/** The methods of an address, of all paths that fit it; null when there is none. */
function allowedAt(url: string): string | null {
  const fitting = methodsAt(url)
  return fitting.length === 0 ? null : allowHeader(new Set(fitting.flatMap((methods) => [...methods])))
}

export function answerOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!/^\/(?:api|v1)\//.test(request.url)) return done()
    reply.header('x-request-id', request.id)
    const { origin } = request.headers
    if (origin === undefined || !OPEN.test(request.url)) return done()
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    const methods = isPreflight ? allowedAt(request.url) : null
    if (methods !== null) {
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send()
      return
    }
    if (carriesProgramCredential(request))
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', EXPOSED_HEADERS)
        .header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
}
