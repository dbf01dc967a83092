/** How errors are named and weighed in the browser (specification §3, §8). */

export const ERROR_CATEGORIES = [
  'TIMEOUT',
  'CONNECTION_REFUSED',
  'DNS_ERROR',
  'SERVER_ERROR',
  'NOT_FOUND',
  'FORBIDDEN',
  'UNKNOWN',
] as const
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number]

/** §3: the frontend error record. */
export const ERROR_TYPES = [
  'NETWORK',
  'AUTHENTICATION',
  'AUTHORIZATION',
  'VALIDATION',
  'SERVER',
  'CLIENT',
  'UNKNOWN',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

export interface ErrorRecord {
  id: string
  type: ErrorType
  severity: Severity
  message: string
  details: string | null
  statusCode: number | null
  timestamp: string
  url: string
  context: Record<string, unknown>
  retryable: boolean
}

/** §8: 5xx HIGH, 401 and 403 MEDIUM, other 4xx LOW; no answer at all counts as HIGH. */
export const severityOf = (status: number | null): Severity => {
  if (status === null || status >= 500) return 'HIGH'
  return status === 401 || status === 403 ? 'MEDIUM' : 'LOW'
}

export const errorTypeOf = (status: number | null): ErrorType => {
  if (status === null) return 'NETWORK'
  if (status === 401) return 'AUTHENTICATION'
  if (status === 403) return 'AUTHORIZATION'
  if (status === 400 || status === 422) return 'VALIDATION'
  if (status >= 500) return 'SERVER'
  return status >= 400 ? 'CLIENT' : 'UNKNOWN'
}
