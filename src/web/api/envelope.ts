/** Specification §5: what a standard answer must look like, checked on every call. */
import type { Envelope } from '#contract/core/envelope.ts'
import { ENVELOPE_ERROR_TEXT, NOT_STANDARD_TEXT } from '#contract/core/status-texts.ts'
import { ApiError, readProblems } from './api-error.ts'

const RESULTS: readonly unknown[] = ['success', 'warning', 'error']

export function isEnvelope(body: unknown): body is Envelope<unknown> {
  if (typeof body !== 'object' || body === null || !('status' in body)) return false
  const { status } = body
  if (typeof status !== 'object' || status === null) return false
  const { code, result, timestamp } = status as Record<string, unknown>
  return typeof code === 'number' && RESULTS.includes(result) && typeof timestamp === 'string'
}

/** The data of a successful envelope. Throws ApiError for anything else. */
export function openEnvelope(body: unknown, httpStatus: number): unknown {
  if (!isEnvelope(body)) throw new ApiError(NOT_STANDARD_TEXT, { status: httpStatus })
  if (body.status.result === 'success') return body.data
  const problems = readProblems(body)
  const message = body.status.message || problems[0]?.message || ENVELOPE_ERROR_TEXT
  throw new ApiError(message, { status: body.status.code, problems })
}
