import { dayInIndia } from '#contract/india/time.ts'
import { DAY_MS } from '#shared/time.ts'
import { formatDay } from '#web/lib/time.ts'

/** The points of days that end today: days of India, by which runs are counted, wherever the reader is. */
export const sparkPoints = (days: readonly number[], now = Date.now()) =>
  days.map((count, index) => ({
    key: String(index),
    title: formatDay(dayInIndia(new Date(now - (days.length - 1 - index) * DAY_MS))),
    values: [count],
  }))
