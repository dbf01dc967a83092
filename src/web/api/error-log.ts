/** The latest errors of this tab, as records of specification §3; newest last, at most 100 (§8). */
import { type ErrorRecord, errorTypeOf, severityOf } from '#contract/core/error-records.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { track } from './analytics.ts'
import { ApiError } from './api-error.ts'

const records: ErrorRecord[] = []

export const errorLog = (): readonly ErrorRecord[] => records

export function logError(error: unknown, context: Record<string, unknown> = {}): ErrorRecord {
  const known = error instanceof ApiError ? error : null
  const record: ErrorRecord = {
    id: crypto.randomUUID(),
    type: known ? errorTypeOf(known.status) : 'CLIENT',
    severity: known ? severityOf(known.status) : 'CRITICAL',
    message: error instanceof Error ? error.message : String(error),
    details: error instanceof Error ? (error.stack ?? null) : null,
    statusCode: known?.status ?? null,
    timestamp: new Date().toISOString(),
    url: typeof location === 'undefined' ? '' : location.href,
    context: known?.requestId ? { ...context, request_id: known.requestId } : context,
    retryable: known?.retryable ?? false,
  }
  records.push(record)
  track('error_encountered', {
    category: known?.category ?? 'UNKNOWN',
    severity: record.severity,
    status: record.statusCode,
  })
  if (records.length > LIMITS.errors.log) records.splice(0, records.length - LIMITS.errors.log)
  return record
}
