/** The words of specification §8 for an HTTP status, and of §5 and §7 for answers that are none: all that a call needs to fail. */

/** §8: HTTP status → message. */
export const STATUS_TEXT = {
  400: 'Some of what was sent cannot be used. Please check the named fields.',
  401: 'Authentication required. Please log in and try again.',
  403: 'You do not have permission to access this resource.',
  404: 'The requested resource was not found. Please check the URL and try again.',
  500: 'Server error. Please try again later.',
  502: 'Service temporarily unavailable. Please try again later.',
  503: 'Service temporarily unavailable. Please try again later.',
  504: 'Service temporarily unavailable. Please try again later.',
} as const

/** §8: the same for paths under /api/v1/platforms. */
export const PLATFORM_STATUS_TEXT = {
  403: 'You do not have permission to access this platform.',
  500: 'Platform service temporarily unavailable. Please try again later.',
} as const

/** §8: an answer with another status and without detail, error or message. */
export const OTHER_STATUS_TEXT = 'Server error'
export const NO_RESPONSE_TEXT = 'Network error - please check your connection'
export const UNEXPECTED_TEXT = 'An unexpected error occurred'
/** §5: an answer that does not wear the envelope; an envelope that says error without a text. */
export const NOT_STANDARD_TEXT = 'Response is not in standardized format'
export const ENVELOPE_ERROR_TEXT = 'An error occurred'
/** §7: a call that needs a token when none can be had. */
export const TOKEN_UNAVAILABLE_TEXT = 'Authentication token unavailable'

/** §8: the message for a status. `detail` is what the server said (its detail, error or message field). */
export const statusText = (status: number, path = '', detail: string | null = null): string => {
  const tables: Record<number, string>[] = path.startsWith('/api/v1/platforms')
    ? [PLATFORM_STATUS_TEXT, STATUS_TEXT]
    : [STATUS_TEXT]
  if (status !== 400) for (const table of tables) if (table[status] !== undefined) return table[status]
  return detail ?? OTHER_STATUS_TEXT
}

export const RETRYABLE_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504]
export const isRetryable = (status: number): boolean => RETRYABLE_STATUSES.includes(status)
