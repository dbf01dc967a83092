import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { clockAt, momentOf, weekdayOf } from '#nodes/lib/data/moment.ts'
import { isTimeZone } from '#nodes/lib/triggers/cron.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { MOST_CHOICES } from '#nodes/settings.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const WORKING = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day such as 09:00')

export const waitForHours = defineNode({
  type: 'wait_for_hours',
  version: 1,
  title: 'Wait for office hours',
  category: 'flow',
  icon: 'clock',
  description: 'Pauses this branch until the next office hours; during office hours it continues immediately.',
  kind: 'wait',
  config: z
    .strictObject({
      days: z
        .array(z.enum(DAYS))
        .min(1, 'Choose a day')
        .max(MOST_CHOICES)
        .default([...WORKING])
        .describe('The days with office hours.')
        .meta({ title: 'Days' }),
      from: time.default('09:00').describe('When office hours begin.').meta({ title: 'From' }),
      until: time.default('18:00').describe('When office hours end.').meta({ title: 'Until' }),
      time_zone: z
        .string()
        .refine(isTimeZone, 'Not a known time zone; enter for example Asia/Kolkata')
        .default('Asia/Kolkata')
        .describe('The time zone of the office hours.')
        .meta({ title: 'Time zone', widget: 'time_zone' }),
    })
    .refine(({ from, until }) => from < until, { path: ['until'], message: 'The end must be after the beginning' }),
  output: Json,
  sentence: ({ from, until }) => `${from} to ${until}`,
  run(ctx) {
    const { days, from, until, time_zone: zone } = ctx.config
    const now = ctx.now().getTime()
    const today = clockAt(now, zone)
    const at = (day: number, text: string) => {
      const [hour = 0, minute = 0] = text.split(':').map(Number)
      return momentOf({ ...today, day, hour, minute, second: 0, millisecond: 0 }, zone)
    }
    for (let ahead = 0; ahead <= 7; ahead++) {
      const day = today.day + ahead
      if (!days.includes(DAYS[weekdayOf({ ...today, day }) - 1] ?? 'monday') || at(day, until) <= now) continue
      const begin = at(day, from)
      if (begin <= now) return output(ctx.input)
      return { type: 'wait', wait: { type: 'timer', until: new Date(begin).toISOString() } }
    }
    throw new NodeError('bad_moment', 'There are no such hours in the next week', { field: 'days' })
  },
  resume: (ctx) => output(ctx.input),
})
