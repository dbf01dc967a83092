/** What a failed call throws, with the texts, categories and severities of specification §8. */

import type { Problem } from '#contract/core/envelope.ts'
import type { ErrorCategory } from '#contract/core/error-records.ts'
import { isRetryable, NO_RESPONSE_TEXT, statusText, UNEXPECTED_TEXT } from '#contract/core/status-texts.ts'

export class ApiError extends Error {
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The machine name of the first problem, such as `visitor_quota`; null when the server gave none. */
  readonly code: string | null
  readonly problems: readonly Problem[]
  readonly category: ErrorCategory
  /** Under which the server's log knows the call; null when there was no answer of ours. */
  readonly requestId: string | null
  constructor(
    message: string,
    options: {
      status?: number | null
      problems?: readonly Problem[]
      category?: ErrorCategory
      requestId?: string | null
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ApiError'
    this.status = options.status ?? null
    this.problems = options.problems ?? []
    this.code = this.problems[0]?.code ?? null
    this.category = options.category ?? categoryOf(this.status)
    this.requestId = options.requestId ?? null
  }
  /** No answer, or one of the statuses after which the same call may succeed. */
  get retryable(): boolean {
    return this.status === null
      ? this.category === 'TIMEOUT' || this.category === 'CONNECTION_REFUSED'
      : isRetryable(this.status)
  }
  /** The problem of one field of the input: `problem('body.name')` or `problem('name')`. */
  problem(field: string): string | undefined {
    return this.problems.find((p) => p.field === field || p.field === `body.${field}`)?.message
  }
}

export const categoryOf = (status: number | null): ErrorCategory => {
  if (status === null) return 'UNKNOWN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 403) return 'FORBIDDEN'
  if (status === 408 || status === 504) return 'TIMEOUT'
  return status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN'
}

/** An answer with an error status. A refusal in the envelope keeps its own words; anything else gets the words of §8. */
export function toApiError(status: number, path: string, body: unknown): ApiError {
  const said = detailOf(body)
  const problems = readProblems(body)
  const [first] = problems
  const isRefusal = (status < 500 && status !== 401 && status !== 404) || first?.code === 'maintenance'
  const own = isRefusal ? first?.message : undefined
  const id = record(body)?.request_id
  const requestId = typeof id === 'string' ? id : null
  return new ApiError(own ?? statusText(status, path, said), { status, problems, requestId })
}

/** What programs outside a browser say when a name has no address. */
const isUnknownName = (cause: unknown): boolean =>
  cause instanceof Error &&
  /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED/.test(`${cause.message} ${String(cause.cause ?? '')}`)

/** `fetch` throws a TypeError when no answer came, and a DOMException when it was ended. */
const isNetwork = (cause: unknown): boolean => cause instanceof TypeError || cause instanceof DOMException

/**
 * No answer: the connection failed or the time was up. An abort by the caller is passed on as it is. What failed before anything was
 * sent keeps its own words.
 */
export function toNoAnswerError(cause: unknown, timeout: number): ApiError {
  if (!isNetwork(cause)) return new ApiError((cause instanceof Error && cause.message) || UNEXPECTED_TEXT, { cause })
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(NO_RESPONSE_TEXT, {
    category: timedOut ? 'TIMEOUT' : isUnknownName(cause) ? 'DNS_ERROR' : 'CONNECTION_REFUSED',
    problems: timedOut ? [{ message: `No response within ${timeout / 1000} s`, code: 'timeout' }] : [],
    cause,
  })
}

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

/** The server's detail, error or message field, wherever it wears it. */
function detailOf(body: unknown): string | null {
  const outer = record(body)
  const status = record(outer?.status)
  for (const text of [outer?.detail, outer?.error, outer?.message, status?.message]) {
    if (typeof text === 'string' && text !== '') return text
  }
  return null
}

export function readProblems(body: unknown): Problem[] {
  const errors = record(body)?.errors
  if (!Array.isArray(errors)) return []
  return errors.flatMap((entry: unknown) => {
    const problem = record(entry)
    if (typeof problem?.message !== 'string') return []
    const { message, field, code } = problem
    return [{ message, ...(typeof field === 'string' && { field }), ...(typeof code === 'string' && { code }) }]
  })
}
