/** Everything that is thrown becomes an answer here, once: a catalogued refusal, an outage (503), or a bug (500, logged). */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import { statusText } from '#contract/core/status-texts.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { a2aError, idOfRequest, isA2a } from './a2a-errors.ts'
import { failure } from './envelope.ts'
import { isOpenAi, openAiError, shouldRetry } from './openai-errors.ts'

/** Fastify's own refusals. */
const FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_payload',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_payload',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_payload',
  FST_ERR_BAD_URL: 'invalid_input',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_FILES_LIMIT: 'invalid_input',
  FST_FIELDS_LIMIT: 'invalid_input',
  FST_PARTS_LIMIT: 'invalid_input',
  FST_PROTO_VIOLATION: 'reserved_key',
}

/** What the caller is told of an error; null for a bug. */
export function toAppError(error: FastifyError | Error): AppError | null {
  if (error instanceof AppError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = FASTIFY[code]
  if (known) return new AppError(known)
  // A caller admitted just before their account was deleted (migration 0057).
  if (code === 'CH401') return new AppError('unauthenticated')
  // Only requests of a view of support read in transactions that refuse every change.
  if (code === '25006') return new AppError('viewing_read_only')
  if (isOutage(error)) return new AppError('unavailable', { retryAfter: 5 })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 429) return new AppError('too_many_requests', { retryAfter: 60 })
  // The client went away or sent half a request: nothing of ours failed.
  if (['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'FST_ERR_REQ_ABORTED'].includes(code))
    return new AppError('malformed_payload')
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('malformed_payload')
  return null
}

/** Next to the envelope, for clients of other APIs. */
function inWordsOf({ method, url, body }: FastifyRequest, refusal: AppError, message: string): object {
  if (isOpenAi(url)) return { error: openAiError(refusal, message) }
  return isA2a(url) && method === 'POST'
    ? { jsonrpc: '2.0', id: idOfRequest(body), error: a2aError(refusal, message) }
    : {}
}

export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  if (refusal === null) request.log.error({ err: error, request_id: request.id }, 'a request failed')
  else if (refusal.status >= 500)
    request.log.warn({ err: error, request_id: request.id }, 'a request could not be served')
  const shown = refusal ?? new AppError('server_error')
  request.refusal = shown.code
  const wait = shown.retryAfter ?? (shown.status === 503 ? 5 : null)
  if (wait !== null) reply.header('retry-after', wait)
  // The rest of the body would be taken for the next request.
  if (shown.code === 'request_timeout') reply.header('connection', 'close')
  if (shown.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const message = shown.status === 500 ? statusText(500, request.url) : shown.message
  const body = failure(shown.status, message, shown.problems, request.id)
  if (isOpenAi(request.url) && !reply.hasHeader('x-should-retry'))
    reply.header('x-should-retry', String(shouldRetry(shown)))
  return reply
    .code(shown.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, ...inWordsOf(request, shown, message) })
}

const CLIENT_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What Node refuses itself: headers too large, not HTTP, a request that takes longer than it may. @param note is told what was answered */
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  note: (answered: { id: string; status: number; bytes: number }) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = CLIENT_ERRORS[error.code ?? ''] ?? 'malformed_payload'
  const refusal = new AppError(code)
  const status = code === 'malformed_payload' ? 400 : refusal.status
  const id = randomUUID()
  const body = JSON.stringify(failure(status, refusal.message, refusal.problems, id))
  const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${id}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  socket.end(answer)
  note({ id, status, bytes: Buffer.byteLength(answer) })
}
