import { z } from 'zod'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const MOST = 100_000

export const makeRange = defineNode({
  type: 'make_range',
  version: 1,
  title: 'List of numbers',
  category: 'data',
  icon: 'list-ordered',
  description:
    'Creates the numbers from one to another in equal steps: for example pages to fetch or months to process.',
  kind: 'pure',
  config: z.strictObject({
    from: z.number().default(1).describe('The first number.').meta({ title: 'From' }),
    to: z.number().default(10).describe('The last number, if the steps reach it.').meta({ title: 'To' }),
    step: z
      .number()
      .refine((step) => step !== 0, 'The step can’t be 0')
      .default(1)
      .describe('Difference between two numbers; a negative step counts down.')
      .meta({ title: 'Step' }),
  }),
  example: { from: 1, to: 5 },
  output: z.array(z.number()),
  sentence: ({ from, to }) => `${from} to ${to}`,
  run(ctx) {
    const { from, to, step } = ctx.config
    // A little more than whole steps, so that 0 to 1 by 0.1 reaches 1.
    const count = Math.max(0, Math.floor((to - from) / step + 1e-9) + 1)
    if (count > MOST)
      throw new NodeError('list_too_long', `A list of numbers can have at most ${MOST} entries`, { field: 'to' })
    return output(Array.from({ length: count }, (_, at) => Number((from + at * step).toPrecision(15))))
  },
})
