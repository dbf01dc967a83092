import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'

export const manualTrigger = defineNode({
  type: 'manual_trigger',
  version: 1,
  title: 'Start by hand',
  category: 'trigger',
  icon: 'mouse-pointer-click',
  description: 'Starts the workflow when a person or the API requests it. Outputs the input of the request.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({}),
  output: Json,
  sentence: () => 'When someone starts it',
  run: (ctx) => output(ctx.input),
})
