/** The error answers of an endpoint, by status, with an example for every error code. */
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { IDEMPOTENCY_ERRORS, takesIdempotencyKey } from '#contract/core/idempotency.ts'
import { failure } from '#server/platform/http/envelope.ts'

const TIMESTAMP = '2026-01-31T09:30:00.000Z'

const isKnown = (code: string): code is ErrorCode => code in ERRORS

/** The codes an endpoint names itself, and those every endpoint of its kind may answer. */
export function errorCodesOf(definition: EndpointDefinition): ErrorCode[] {
  const { access, params, query, body, consumes, errors = [], answers } = definition
  const isIdentified = answers !== 'raw'
  const usual: (ErrorCode | false)[] = [
    (params !== undefined || query !== undefined || body !== undefined) && 'invalid_input',
    (body !== undefined || consumes !== undefined) && 'malformed_payload',
    (body !== undefined || consumes !== undefined) && 'unsupported_media_type',
    (body !== undefined || consumes !== undefined) && 'payload_too_large',
    (body !== undefined || consumes !== undefined) && 'request_timeout',
    consumes !== undefined && 'too_many_uploads',
    ...(takesIdempotencyKey(definition) ? IDEMPOTENCY_ERRORS : []),
    isIdentified && 'unauthenticated',
    isIdentified && 'forbidden',
    access.type !== 'public' && 'account_blocked',
    'too_many_requests',
    'server_error',
    'unavailable',
  ]
  const codes = [...errors.filter(isKnown), ...usual.filter((code) => code !== false)]
  return [...new Set(codes)].sort((a, b) => ERRORS[a].status - ERRORS[b].status)
}

interface Example {
  summary: string
  value: unknown
}

const EXAMPLE_ID = '0b8f6f0e-6d5c-4f0a-9c55-3f1a3c1d2b7e'

/** One example per error code, referred to by every operation that may answer it. */
export const errorExamples = (): Record<string, Example> =>
  Object.fromEntries(
    Object.entries(ERRORS).map(([code, { status, text }]) => {
      const envelope = failure(status, text, [{ message: text, code }], EXAMPLE_ID)
      return [code, { summary: text, value: { ...envelope, status: { ...envelope.status, timestamp: TIMESTAMP } } }]
    }),
  )

/** The error answer of one status with these codes, as a component that operations share. */
const responseOf = (codes: readonly ErrorCode[]): object => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n'),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorEnvelope' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/**
 * What an operation answers when it fails: a reference per HTTP status.
 * @param shared gets the components that are referred to
 */
export function errorResponses(
  definition: EndpointDefinition,
  shared: Record<string, object>,
): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(errorCodesOf(definition), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = [status, ...codes.toSorted()].join('.')
      shared[name] ??= responseOf(codes)
      return [String(status), { $ref: `#/components/responses/${name}` }]
    }),
  )
}
