/** Figures by day gathered so that a chart of them can be read: days, weeks or months. */

import { DAY_MS } from '#shared/time.ts'
import { memoisePerLocale, t } from './language.ts'

const written = (options: Intl.DateTimeFormatOptions) =>
  memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
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

export type GroupSize = 'day' | 'week' | 'month'
/** @param days of the whole period */
export const groupSize = (days: number): GroupSize => (days <= 31 ? 'day' : days <= 100 ? 'week' : 'month')
const keyOf = (size: GroupSize, day: string): string =>
  size === 'day' ? day : size === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`

function named(size: GroupSize, key: string): { label: string; title: string } {
  const at = new Date(key)
  if (size === 'month') return { label: MONTH().format(at), title: LONG_MONTH().format(at) }
  const label = SHORT().format(at)
  return { label, title: size === 'week' ? t('Week of {day}', { day: label }) : LONG().format(at) }
}

export interface DayGroup<Row> {
  /** Its first day. */
  key: string
  label: string
  title: string
  days: readonly Row[]
}

/** Oldest first, as the days are; groups in which nothing happened too. */
export function groupDays<Row extends { day: string }>(days: readonly Row[]): DayGroup<Row>[] {
  const size = groupSize(days.length)
  return [...Map.groupBy(days, ({ day }) => keyOf(size, day))].map(([key, rows]) => ({
    key,
    ...named(size, key),
    days: rows,
  }))
}

/** Adds up one figure of a group. */
export const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0)
