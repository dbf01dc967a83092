import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorFeedback, ErrorReport } from '#contract/admin/error-reports.ts'
import { REPORT_LIMITS } from '#contract/admin/report-limits.ts'
import { ApiError } from './api-error.ts'
import { logError } from './error-log.ts'
import { createReporter, type FeedbackBody, type ReportBody } from './error-report.ts'

const report = vi.fn<(body: ReportBody) => Promise<unknown>>(async () => {})
const feedback = vi.fn<(body: FeedbackBody) => Promise<unknown>>(async () => {})
const error = vi.fn()
let now = 0
const make = () => createReporter({ report, feedback, record: logError, console: { error }, now: () => now })
let reporter = make()
beforeEach(() => {
  for (const mock of [report, feedback, error]) mock.mockReset()
  now = 0
  reporter = make()
})

/** A fault with everything that could be wrong with it. */
const hostile = Object.assign(new Error(`bad \0 \ud800 ${'x'.repeat(9000)}`, { cause: new Error('below') }), {
  stack: 'y'.repeat(50_000),
})

describe('a report', () => {
  it('is what §7 asks for and what the server takes, whatever broke', async () => {
    for (const broken of [new TypeError('x is not a function'), hostile, 'a text', undefined, { odd: true }, null]) {
      await reporter.reportFault(broken, logError(broken), 2)
      const [body] = report.mock.lastCall ?? []
      expect(ErrorReport.safeParse(body).error).toBeUndefined()
      expect(JSON.stringify(body)).not.toMatch(/\\u0000|\\ud800/)
    }
    expect(report.mock.calls[0]?.[0]).toMatchObject({
      error: { name: 'TypeError', message: 'x is not a function', stack: expect.stringContaining('TypeError') },
      recovery: { retryCount: 2 },
    })
    expect(report.mock.calls[1]?.[0].error.cause).toContain('below')
  })

  it('is sent once for each fault and says whether it arrived', async () => {
    const met = logError(hostile)
    expect(await Promise.all([reporter.reportFault(hostile, met, 0), reporter.reportFault(hostile, met, 0)])).toEqual([
      true,
      true,
    ])
    expect(report).toHaveBeenCalledTimes(1)
    expect(await reporter.reportFault(hostile, logError(hostile), 1)).toBe(true)
    expect(report).toHaveBeenCalledTimes(2)
  })

  it('that fails goes to the console and nowhere else', async () => {
    report.mockRejectedValue(new Error('away'))
    expect(await reporter.reportFault('x', logError('x'), 0)).toBe(false)
    expect(error).toHaveBeenCalledTimes(1)
  })
})

describe('what nobody caught', () => {
  it('is reported once a minute for each text, and at most five texts', () => {
    for (let n = 0; n < 20; n += 1) reporter.reportStray(new Error('again'), 'error')
    expect(report).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 20; n += 1) reporter.reportStray(new Error(`number ${n}`), 'unhandledrejection')
    expect(report).toHaveBeenCalledTimes(5)
    now = 59_999
    reporter.reportStray(new Error('again'), 'error')
    expect(report).toHaveBeenCalledTimes(5)
    now = 60_000
    reporter.reportStray(new Error('again'), 'error')
    expect(report).toHaveBeenCalledTimes(6)
    expect(report.mock.lastCall?.[0].context.at).toBe('error')
  })

  it('is no fault when it is a refusal, an abort, or noise of the browser', () => {
    for (const noise of [
      new ApiError('no', { status: 404 }),
      new DOMException('stopped', 'AbortError'),
      'ResizeObserver loop completed with undelivered notifications.',
      'Script error.',
    ])
      reporter.reportStray(noise, 'error')
    expect(report).not.toHaveBeenCalled()
  })
})

describe('feedback', () => {
  it('is sent trimmed, in the shape the server takes', async () => {
    await reporter.sendFeedback(hostile, logError(hostile), `  ${'z'.repeat(6000)}  `)
    const [body] = feedback.mock.lastCall ?? []
    expect(ErrorFeedback.safeParse(body).error).toBeUndefined()
    expect(body?.feedback).toHaveLength(REPORT_LIMITS.feedback)
  })

  it('is not sent when it is empty after trimming', async () => {
    await reporter.sendFeedback('x', logError('x'), ' \n\t ')
    expect(feedback).not.toHaveBeenCalled()
  })

  it('that fails says so to its sender, and to the console', async () => {
    feedback.mockRejectedValue(new ApiError('away'))
    await expect(reporter.sendFeedback('x', logError('x'), 'hello')).rejects.toThrow('away')
    expect(error).toHaveBeenCalledTimes(1)
  })
})
