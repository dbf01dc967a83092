/** The days of a seller's earnings gathered so that a chart of them can be read: days, weeks or months. */

import type { Earnings } from '#contract/selling/earnings.ts'
import { groupDays, sumOf } from '#web/lib/day-groups.ts'

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

/** Oldest first, as the days are; periods in which nothing was sold too. */
export const groupIntoPeriods = (days: readonly Day[]): Period[] =>
  groupDays(days).map(({ key, label, title, days: rows }) => ({
    key,
    label,
    title,
    sales: sumOf(rows, ({ sales }) => sales),
    gross_paise: sumOf(rows, ({ gross_paise }) => gross_paise),
    seller_paise: sumOf(rows, ({ seller_paise }) => seller_paise),
  }))
