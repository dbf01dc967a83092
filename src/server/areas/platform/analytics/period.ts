/** Periods of figures: whole days of India, up to and including today. */
import { fieldError } from '#contract/core/errors.ts'
import { inIndia } from '#contract/india/time.ts'
import type { PeriodQuery } from '#contract/platform/analytics.ts'
import { findPeriodProblem } from '#contract/platform/analytics-values.ts'
import { DAY_MS } from '#shared/time.ts'

/** First and last day, `2026-11-27`. */
export interface Span {
  from: string
  to: string
}

export interface Period {
  period: Span
  /** As many days, right before. */
  before: Span
}

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function ownSpan(days: PeriodQuery, today: string): Span {
  const problem = findPeriodProblem(days, today)
  if (problem) throw fieldError(problem.field, problem.message)
  const { first_day: from = today, last_day: to = today } = days
  return { from, to }
}

/** @throws invalid_input */
export function readPeriod(query: PeriodQuery, now: Date): Period {
  const today = dayAt(inIndia(now).getTime())
  const period =
    query.period === 'own'
      ? ownSpan(query, today)
      : { from: dayAt(Date.parse(today) - (Number(query.period) - 1) * DAY_MS), to: today }
  const first = Date.parse(period.from)
  const days = (Date.parse(period.to) - first) / DAY_MS + 1
  return { period, before: { from: dayAt(first - days * DAY_MS), to: dayAt(first - DAY_MS) } }
}
