/**
 * Telling the firm what broke (§7): a report of every fault that an error page shows, and of what nobody caught. Failures of the
 * report itself go to the console and nowhere else. It knows neither the client nor the clock: both are handed in.
 */

import { REPORT_LIMITS } from '#contract/admin/report-limits.ts'
import type { ErrorRecord } from '#contract/core/error-records.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { ApiError } from './api-error.ts'

interface Named {
  name: string
  message: string
}
export interface ReportBody {
  error: Named & { stack: string | null; cause: string | null }
  context: JsonObject
  recovery: { retryCount: number }
}
export interface FeedbackBody {
  error: Named
  context: JsonObject
  feedback: string
}

export interface ReporterPorts {
  report: (body: ReportBody) => Promise<unknown>
  feedback: (body: FeedbackBody) => Promise<unknown>
  /** Takes a fault into the log of this tab. */
  record: (error: unknown, context: Record<string, unknown>) => ErrorRecord
  console: Pick<Console, 'error'>
  now: () => number
}

/** What nobody caught may come without end: from a timer, from every frame. */
const STRAYS_A_MINUTE = 5

/** Whole characters, as many as the server takes, and none that it refuses. */
function cut(text: string, most: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).toWellFormed()}…`
}

const namedOf = (error: unknown, record: ErrorRecord): Named => ({
  name: cut(error instanceof Error ? error.name : 'Error', REPORT_LIMITS.name),
  message: cut(record.message, REPORT_LIMITS.message),
})

const causeOf = (error: unknown): string | null =>
  error instanceof Error && error.cause !== undefined
    ? cut(error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause), 2000)
    : null

const contextOf = ({
  id,
  type,
  severity,
  statusCode,
  timestamp,
  url,
  retryable,
  context,
}: ErrorRecord): JsonObject => ({
  id,
  type,
  severity,
  statusCode,
  timestamp,
  url: cut(url, 2000),
  retryable,
  at: cut(String(context.at ?? ''), 200),
  ...(typeof context.request_id === 'string' && { request_id: cut(context.request_id, 100) }),
})

/** Said by browsers of what is no fault, or of scripts that are not ours. */
const NOISE = /^(?:ResizeObserver loop|Script error\.?$)/

/** A refusal has been shown where it was met; an abort was wanted. */
function isNoise(error: unknown): boolean {
  if (error instanceof ApiError) return true
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return NOISE.test(error instanceof Error ? error.message : String(error))
}

export function createReporter({ report, feedback, record, console, now }: ReporterPorts) {
  const sent = new Map<string, Promise<boolean>>()
  const strays = new Map<string, number>()

  const send = async (error: unknown, met: ErrorRecord, retryCount: number): Promise<boolean> => {
    try {
      const stack = met.details === null ? null : cut(met.details, REPORT_LIMITS.stack)
      await report({
        error: { ...namedOf(error, met), stack, cause: causeOf(error) },
        context: contextOf(met),
        recovery: { retryCount },
      })
      return true
    } catch (failure) {
      console.error('The error couldn’t be reported', failure)
      return false
    }
  }

  /** Reports a fault once. @returns whether it arrived */
  function reportFault(error: unknown, met: ErrorRecord, retryCount: number): Promise<boolean> {
    const known = sent.get(met.id)
    if (known) return known
    const sending = send(error, met, retryCount)
    sent.set(met.id, sending)
    return sending
  }

  /** What nobody caught: at most five a minute, each text once. */
  function reportStray(error: unknown, at: string): void {
    if (isNoise(error)) return
    for (const [text, time] of strays) if (now() - time >= MINUTE_MS) strays.delete(text)
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    if (strays.has(text) || strays.size >= STRAYS_A_MINUTE) return
    strays.set(text, now())
    void reportFault(error, record(error, { at }), 0)
  }

  /** Nothing is sent when the text is empty. @throws what the call throws, after a line in the console */
  async function sendFeedback(error: unknown, met: ErrorRecord, text: string): Promise<void> {
    const trimmed = text.trim()
    if (trimmed === '') return
    try {
      await feedback({
        error: namedOf(error, met),
        context: contextOf(met),
        feedback: cut(trimmed, REPORT_LIMITS.feedback),
      })
    } catch (failure) {
      console.error('The feedback couldn’t be sent', failure)
      throw failure
    }
  }

  return { reportFault, reportStray, sendFeedback }
}
