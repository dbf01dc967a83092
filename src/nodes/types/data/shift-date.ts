import { z } from 'zod'
import { dateFrom, timeZone, writtenAs } from '#nodes/lib/data/date-settings.ts'
import { asUtc, type Clock, clockAt, isoIn, momentOf, weekdayOf } from '#nodes/lib/data/moment.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { HOUR_MS } from '#shared/time.ts'

const UNITS = ['years', 'months', 'weeks', 'days', 'working_days', 'hours', 'minutes', 'seconds'] as const
type Unit = (typeof UNITS)[number]
const EDGES = [
  'none',
  'start_of_day',
  'end_of_day',
  'start_of_month',
  'end_of_month',
  'start_of_year',
  'end_of_year',
] as const
type Edge = (typeof EDGES)[number]

export const shiftDate = defineNode({
  type: 'shift_date',
  version: 1,
  title: 'Add to a date',
  category: 'data',
  icon: 'calendar-plus',
  description:
    'Adds or takes away years, months, days, working days (Monday to Friday), hours or minutes; then goes to the start or end of the day, month or year if wanted.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Date', 'The date. The input when left out.'),
    written_as: writtenAs,
    amount: z
      .number()
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .default(1)
      .describe('How many; negative goes back.')
      .meta({ title: 'Amount' }),
    unit: z.enum(UNITS).default('days').describe('Of what.').meta({ title: 'Unit' }),
    snap_to: z.enum(EDGES).default('none').describe('Where to go after that.').meta({ title: 'Then to' }),
    time_zone: timeZone,
  }),
  example: { value: '2026-01-31', amount: 1, unit: 'months' },
  output: z.string(),
  sentence: ({ amount, unit }) => `${amount < 0 ? 'Takes away' : 'Adds'} ${Math.abs(amount)} ${unit.replace('_', ' ')}`,
  run(ctx) {
    const { value: given, written_as, amount, unit, time_zone: zone } = ctx.config
    const time = dateFrom(given, ctx.input, { zone, pattern: written_as, field: 'value' })
    const moved = atEdge(shifted(time, amount, unit, zone), ctx.config.snap_to, zone)
    if (!Number.isFinite(new Date(moved).getTime()) || Math.abs(clockAt(moved, zone).year) > 9999) {
      throw new NodeError('bad_date', 'The date would be beyond the year 9999', { field: 'amount' })
    }
    return output(isoIn(moved, zone))
  },
})

const EXACT_MS: Partial<Record<Unit, number>> = { hours: HOUR_MS, minutes: 60_000, seconds: 1000 }

/** Hours and less are elapsed time; days and more are counted on the clock, so that 09:00 stays 09:00 over a change of clocks. */
function shifted(time: number, amount: number, unit: Unit, zone: string): number {
  const exact = EXACT_MS[unit]
  if (exact !== undefined) return time + amount * exact
  const clock = clockAt(time, zone)
  if (unit === 'working_days') return momentOf(addWorkingDays(clock, amount), zone)
  if (unit === 'days' || unit === 'weeks') {
    return momentOf({ ...clock, day: clock.day + amount * (unit === 'weeks' ? 7 : 1) }, zone)
  }
  return momentOf(addMonths(clock, unit === 'years' ? amount * 12 : amount), zone)
}

/** The 31st of a shorter month is its last day. */
function addMonths(clock: Clock, amount: number): Clock {
  const count = clock.year * 12 + clock.month - 1 + amount
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1]
  const last = new Date(asUtc({ ...clock, year, month: month + 1, day: 0 })).getUTCDate()
  return { ...clock, year, month, day: Math.min(clock.day, last) }
}

function addWorkingDays(clock: Clock, amount: number): Clock {
  const step = amount < 0 ? -1 : 1
  // Whole weeks at once; at most a week is walked.
  const weeks = Math.trunc(amount / 5)
  let day = clock.day + weeks * 7
  for (let left = Math.abs(amount % 5); left > 0; ) {
    day += step
    if (weekdayOf({ ...clock, day }) < 6) left--
  }
  while (amount !== 0 && weekdayOf({ ...clock, day }) > 5) day -= step
  return { ...clock, day }
}

function atEdge(time: number, edge: Edge, zone: string): number {
  if (edge === 'none') return time
  const [side, , unit] = edge.split('_') as ['start' | 'end', 'of', 'day' | 'month' | 'year']
  const clock = clockAt(time, zone)
  const start = {
    ...clock,
    month: unit === 'year' ? 1 : clock.month,
    day: unit === 'day' ? clock.day : 1,
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
  }
  if (side === 'start') return momentOf(start, zone)
  const next = { ...start, [unit]: start[unit] + 1 }
  return momentOf(next, zone) - 1
}
