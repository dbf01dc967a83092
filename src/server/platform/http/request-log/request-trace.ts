/** Each request as a span, which what it does is part of. */
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TrustedProxies, trustOf } from '#server/platform/http/trust-proxy.ts'
import { isTracing, startSpan } from '#server/platform/tracing/spans.ts'
import { routeOf } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while nothing is traced. */
    traced: Context | null
  }
}

function endRequest(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const route = routeOf(request, request.routeOptions.url)
  span.updateName(`${request.method} ${route}`)
  span.setAttributes({ 'http.route': route, 'http.response.status_code': statusCode })
  if (request.refusal !== null) span.setAttribute('error.type', request.refusal)
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** @param proxies whose `traceparent` is believed; anyone else could put their requests into the traces of others */
export function traceRequests(app: FastifyInstance, proxies: TrustedProxies): void {
  const trust = trustOf(proxies)
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTracing()) return done()
    const isTrusted = trust !== false && trust(request.socket.remoteAddress ?? '', 0)
    const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const attributes = { 'http.request.method': request.method, 'chowk.request.id': request.id }
    const span = startSpan(request.method, { kind: SpanKind.SERVER, attributes, parent })
    request.traced = trace.setSpan(parent, span)
    reply.raw.once('close', () => endRequest(span, request, reply))
    context.with(request.traced, done)
  })
  // A body arrives in events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced) context.with(request.traced, done)
    else done()
  })
}
