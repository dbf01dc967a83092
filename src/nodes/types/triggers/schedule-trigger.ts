import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { cronProblem, isTimeZone } from '#nodes/lib/triggers/cron.ts'
import { cronText } from '#nodes/lib/triggers/cron-text.ts'
import { defineNode, output } from '#nodes/node.ts'

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
    .refine(isTimeZone, 'Not a known time zone; enter for example Asia/Kolkata')
    .default('Asia/Kolkata')
    .describe('The time zone of the schedule.')
    .meta({ title: 'Time zone', widget: 'time_zone' }),
  missed: z
    .enum(['run_once', 'run_all', 'skip'])
    .default('run_once')
    .describe(
      'What to do about times that were missed while this installation was offline or the trigger was paused: one run in total, one run for each, or none.',
    )
    .meta({ title: 'Missed times' }),
  most_missed: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('With one run for each missed time: how many of the newest times to run.')
    .meta({ title: 'At most', when: { field: 'missed', is: ['run_all'] } }),
})

export const scheduleTrigger = defineNode({
  type: 'schedule_trigger',
  version: 1,
  title: 'Schedule',
  category: 'trigger',
  icon: 'calendar-clock',
  description: 'Starts the workflow repeatedly at set times. Outputs the scheduled time.',
  kind: 'pure',
  trigger: true,
  config: Config,
  output: z.looseObject({ due_at: z.string().optional(), missed: z.number().optional() }).or(Json),
  sentence: (config) => `${cronText(config.cron)}, ${config.time_zone}`,
  run: (ctx) => output(ctx.input),
})
