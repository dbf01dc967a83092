/** Refusals as clients of OpenAI's API read them, next to the envelope of our own. */
import type { AppError } from '#contract/core/errors.ts'

export const isOpenAi = (url: string): boolean => url.startsWith('/v1/')

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}

export interface OpenAiError {
  message: string
  type: string
  /** The field to blame, by its dotted path. */
  param: string | null
  /** Ours: the same code as everywhere. */
  code: string
}

/** @param message what the caller may be told of a fault of ours */
export function openAiError({ status, code, problems }: AppError, message: string): OpenAiError {
  const [problem] = problems
  const type = TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { message: status >= 500 ? message : (problem?.message ?? message), type, param: problem?.field ?? null, code }
}

/** OpenAI's clients repeat what answers 409 unless they are told not to: here that would start the same refusal again. */
export const shouldRetry = ({ status, code }: AppError): boolean =>
  status === 408 || status >= 500 || code === 'too_many_requests' || code === 'idempotency_in_progress'
