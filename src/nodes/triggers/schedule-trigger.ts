import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { cronProblem, isTimeZone } from './cron.ts'

const Config = z.strictObject({
  cron: z
    .string()
    .superRefine((line, context) => {
      const problem = cronProblem(line)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .default('0 9 * * *')
    .describe('Minute, hour, day of month, month, day of week. 0 9 * * 1-5 is 09:00 from Monday to Friday.')
    .meta({ title: 'When', widget: 'cron' }),
  time_zone: z
    .string()
    .refine(isTimeZone, 'Not a known time zone; write for example Asia/Kolkata')
    .default('Asia/Kolkata')
    .describe('The clock the times are meant on.')
    .meta({ title: 'Time zone', widget: 'time_zone' }),
})

export const scheduleTrigger = defineNode({
  type: 'schedule_trigger',
  version: 1,
  title: 'Schedule',
  category: 'trigger',
  icon: 'calendar-clock',
  description: 'Starts the workflow again and again at set times. Gives on the time it was due.',
  kind: 'pure',
  trigger: true,
  config: Config,
  output: z.looseObject({ due_at: z.string().optional() }).or(Json),
  sentence: (config) => `At ${config.cron}, ${config.time_zone}`,
  run: (ctx) => output(ctx.input),
})
