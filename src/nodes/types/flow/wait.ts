import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const YEAR_SECONDS = 366 * 86_400

export const wait = defineNode({
  type: 'wait',
  version: 1,
  title: 'Wait',
  category: 'flow',
  icon: 'hourglass',
  description: 'Pauses this branch for some time or until a point in time. Waiting uses no resources.',
  kind: 'wait',
  config: z
    .strictObject({
      seconds: z
        .number()
        .min(0)
        .max(YEAR_SECONDS)
        .optional()
        .describe('Number of seconds, up to one year.')
        .meta({ title: 'Seconds' }),
      until: z
        .string()
        .optional()
        .describe(
          'A point in time in ISO 8601, for example 2026-03-31T18:00:00+05:30. If it is in the past, the run continues immediately.',
        )
        .meta({ title: 'Until', widget: 'expression' }),
    })
    .refine((config) => (config.seconds === undefined) !== (config.until === undefined), {
      path: ['seconds'],
      message: 'Enter either seconds or a point in time, not both',
    }),
  example: { seconds: 60 },
  output: Json,
  sentence: (config) => (config.until === undefined ? `For ${config.seconds ?? 0} s` : `Until ${config.until}`),
  run(ctx) {
    const { seconds, until } = ctx.config
    const now = ctx.now().getTime()
    const then = until === undefined ? now + (seconds ?? 0) * 1000 : Date.parse(until)
    if (!Number.isFinite(then) || then > now + YEAR_SECONDS * 1000) {
      const message = Number.isFinite(then)
        ? 'A wait can last at most one year'
        : `“${until}” is not a point in time in ISO 8601`
      throw new NodeError('bad_moment', message, { field: 'until' })
    }
    if (then <= now) return output(ctx.input)
    return { type: 'wait', wait: { type: 'timer', until: new Date(then).toISOString() } }
  },
  resume: (ctx) => output(ctx.input),
})
