import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const stop = defineNode({
  type: 'stop',
  version: 1,
  title: 'Stop',
  category: 'flow',
  icon: 'octagon-x',
  description: 'Ends the whole run immediately, as a success or as a failure with a message.',
  kind: 'control',
  config: z.strictObject({
    status: z.enum(['succeeded', 'failed']).default('failed').describe('How the run ends.').meta({ title: 'Ends as' }),
    message: z.string().max(2000).default('').describe('Shown with the run.').meta({ title: 'Message' }),
    output: value('Output', 'The output of the run. Leave empty to use the input.'),
  }),
  output: Json,
  sentence: (config) => `Ends as ${config.status}`,
  run: (ctx) => ({
    type: 'stop',
    status: ctx.config.status,
    output: ctx.config.output === undefined ? ctx.input : ctx.config.output,
    message: ctx.config.message,
  }),
})
