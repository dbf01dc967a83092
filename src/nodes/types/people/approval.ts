import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const approval = defineNode({
  type: 'approval',
  version: 1,
  title: 'Approval',
  category: 'people',
  icon: 'user-check',
  description: 'Waits until a person approves or rejects, or until the time limit is reached.',
  kind: 'wait',
  config: z.strictObject({
    title: z
      .string()
      .min(1)
      .max(200)
      .default('Please approve')
      .describe('The question for the person.')
      .meta({ title: 'Question' }),
    details: value(
      'Details',
      'Shown below the question. Leave empty to show the input, which is hidden from buyers of an agent whose steps are closed.',
    ),
    timeout_seconds: z
      .number()
      .int()
      .min(60)
      .max(366 * 86_400)
      .optional()
      .describe('After this time the answer is “timed out”. Leave empty to wait indefinitely.')
      .meta({ title: 'Time limit (seconds)' }),
  }),
  output: z.object({ comment: z.string(), by: z.string().nullable(), input: Json }),
  ports: [
    { name: 'approved', title: 'Approved' },
    { name: 'rejected', title: 'Rejected' },
    { name: 'timed_out', title: 'Timed out' },
  ],
  sentence: (config) => `Asks: ${brief(config.title)}`,
  run(ctx) {
    const { title, details = ctx.input, timeout_seconds: limit } = ctx.config
    const until = limit === undefined ? null : new Date(ctx.now().getTime() + limit * 1000).toISOString()
    const inner = ctx.config.details === undefined && { from_input: true as const }
    return { type: 'wait', wait: { type: 'approval', title, details, until, ...inner } }
  },
  resume(ctx, resolution) {
    if (resolution.type === 'timeout') return output({ comment: '', by: null, input: ctx.input }, 'timed_out')
    if (resolution.type !== 'approval') throw new NodeError('wrong_answer', 'An approval was expected')
    const { approved, comment, by } = resolution
    return output({ comment, by, input: ctx.input }, approved ? 'approved' : 'rejected')
  },
})
