import { z } from 'zod'
import { dateFrom, timeZone, writtenAs } from '#nodes/lib/data/date-settings.ts'
import { asUtc, clockAt, weekdayOf } from '#nodes/lib/data/moment.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

const UNITS = ['years', 'months', 'weeks', 'days', 'working_days', 'hours', 'minutes', 'seconds'] as const
type Unit = (typeof UNITS)[number]

export const dateDifference = defineNode({
  type: 'date_difference',
  version: 1,
  title: 'Time between dates',
  category: 'data',
  icon: 'calendar-range',
  description: 'How much time lies between two dates, in the unit you choose; negative when the second comes first.',
  kind: 'pure',
  config: z.strictObject({
    from: value('From', 'The first date. The input when left out.'),
    to: value('To', 'The second date. The input when left out.'),
    written_as: writtenAs,
    unit: z
      .enum(UNITS)
      .default('days')
      .describe('Whole years, months and days are counted on the clock; working days are Monday to Friday.')
      .meta({ title: 'In' }),
    time_zone: timeZone,
  }),
  example: { from: '2026-01-31', to: '2026-03-31', unit: 'days' },
  output: z.object({ amount: z.number(), unit: z.string(), exact_days: z.number() }),
  sentence: ({ unit }) => `In ${unit.replace('_', ' ')}`,
  run(ctx) {
    const { from, to, written_as, unit, time_zone: zone } = ctx.config
    const start = dateFrom(from, ctx.input, { zone, pattern: written_as, field: 'from' })
    const end = dateFrom(to, ctx.input, { zone, pattern: written_as, field: 'to' })
    const sign = end < start ? -1 : 1
    const amount = whole(Math.min(start, end), Math.max(start, end), unit, zone)
    const days = (end - start) / DAY_MS
    return output({ amount: amount === 0 ? 0 : amount * sign, unit, exact_days: Math.round(days * 1e6) / 1e6 })
  },
})

const EXACT_MS: Partial<Record<Unit, number>> = { hours: HOUR_MS, minutes: 60_000, seconds: 1000 }

/** Whole units from an earlier moment to a later one. */
function whole(start: number, end: number, unit: Unit, zone: string): number {
  const exact = EXACT_MS[unit]
  if (exact !== undefined) return Math.floor((end - start) / exact)
  const [a, b] = [clockAt(start, zone), clockAt(end, zone)]
  if (unit === 'days' || unit === 'weeks') {
    return Math.floor((asUtc(b) - asUtc(a)) / (unit === 'weeks' ? 7 * DAY_MS : DAY_MS))
  }
  if (unit === 'working_days') {
    const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 }
    const first = asUtc({ ...a, ...midnight })
    return workingDays(weekdayOf(a), Math.round((asUtc({ ...b, ...midnight }) - first) / DAY_MS))
  }
  let months = (b.year - a.year) * 12 + b.month - a.month
  const rest = (clock: typeof a) => asUtc({ ...clock, year: 2000, month: 1 })
  if (rest(b) < rest(a)) months--
  return unit === 'years' ? Math.floor(months / 12) : months
}

/** Working days after the first day up to and with the last. */
function workingDays(weekday: number, days: number): number {
  let count = Math.floor(days / 7) * 5
  for (let at = 1; at <= days % 7; at++) if (((weekday - 1 + at) % 7) + 1 < 6) count++
  return count
}
