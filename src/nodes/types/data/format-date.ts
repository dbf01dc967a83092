import { z } from 'zod'
import { writeDate } from '#nodes/lib/data/date-pattern.ts'
import { dateFrom, pattern, timeZone, writtenAs } from '#nodes/lib/data/date-settings.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const formatDate = defineNode({
  type: 'format_date',
  version: 1,
  title: 'Format a date',
  category: 'data',
  icon: 'calendar',
  description: 'Writes a date in another format or time zone. Reads ISO 8601 or a format you define.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Date', 'The date. Leave empty to use the input.'),
    written_as: writtenAs,
    format: pattern
      .default('yyyy-MM-dd')
      .describe("The format: yyyy, MM, dd, HH, mm, ss, MMM, MMMM, EEE, a, XXX. Put other letters in 'quotes'.")
      .meta({ title: 'Write as' }),
    time_zone: timeZone,
  }),
  example: { value: '2026-03-31T18:00:00+05:30', format: 'd MMMM yyyy, h:mm a' },
  output: z.string(),
  sentence: (config) => `As ${config.format}`,
  run(ctx) {
    const { value: given, written_as, format, time_zone: zone } = ctx.config
    const time = dateFrom(given, ctx.input, { zone, pattern: written_as, field: 'value' })
    return output(writeDate(time, zone, format))
  },
})
