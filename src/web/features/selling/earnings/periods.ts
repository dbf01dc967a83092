/** The days of a seller's earnings gathered so that a chart of them can be read: days, weeks or months. */

import type { Earnings } from '#contract/selling/earnings.ts'
import { DAY_MS } from '#shared/time.ts'

type Day = Earnings['by_day'][number]

export interface Period {
  /** Its first day. */
  key: string
  label: string
  title: string
  sales: number
  gross_paise: number
  seller_paise: number
}

const written = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', ...options })
const SHORT = written({ day: 'numeric', month: 'short' })
const LONG = written({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const MONTH = written({ month: 'short', year: '2-digit' })
const LONG_MONTH = written({ month: 'long', year: 'numeric' })

/** Monday of the week of a day. */
function mondayOf(day: string): string {
  const time = Date.parse(day)
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  return new Date(time - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

type Size = 'day' | 'week' | 'month'
export const periodSize = (days: number): Size => (days <= 31 ? 'day' : days <= 100 ? 'week' : 'month')
const keyOf = (size: Size, day: string): string =>
  size === 'day' ? day : size === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`

function named(size: Size, key: string): { label: string; title: string } {
  const at = new Date(key)
  if (size === 'month') return { label: MONTH.format(at), title: LONG_MONTH.format(at) }
  return { label: SHORT.format(at), title: size === 'week' ? `Week of ${SHORT.format(at)}` : LONG.format(at) }
}

/** Oldest first, as the days are; periods in which nothing was sold too. */
export function groupIntoPeriods(days: readonly Day[]): Period[] {
  const size = periodSize(days.length)
  const found = new Map<string, Period>()
  for (const { day, sales, gross_paise, seller_paise } of days) {
    const key = keyOf(size, day)
    const period = found.get(key) ?? { key, ...named(size, key), sales: 0, gross_paise: 0, seller_paise: 0 }
    period.sales += sales
    period.gross_paise += gross_paise
    period.seller_paise += seller_paise
    found.set(key, period)
  }
  return [...found.values()]
}
