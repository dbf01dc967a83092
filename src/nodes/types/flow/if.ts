import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { toBoolean } from '#graph/expressions/fast-values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

export const ifNode = defineNode({
  type: 'if',
  version: 1,
  title: 'If',
  category: 'flow',
  icon: 'split',
  description: 'Continues through “true” or “false”, depending on a condition. The input is passed on unchanged.',
  kind: 'control',
  config: z.strictObject({
    condition: Json.describe(
      'An expression such as {{ $input.total > 100 }}. Empty text, 0, null, empty lists and empty objects count as false.',
    ).meta({ title: 'Condition', widget: 'condition' }),
  }),
  example: { condition: '{{ $input.total > 100 }}' },
  output: Json,
  ports: [
    { name: 'true', title: 'True' },
    { name: 'false', title: 'False' },
  ],
  sentence: (config) => `If ${brief(config.condition)}`,
  run: (ctx) => output(ctx.input, toBoolean(ctx.config.condition) ? 'true' : 'false'),
})
