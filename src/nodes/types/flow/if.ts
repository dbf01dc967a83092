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
  description: 'Goes on one of two ways. The input leaves unchanged through “true” or “false”.',
  kind: 'control',
  config: z.strictObject({
    condition: Json.describe(
      'An expression such as {{ $input.total > 100 }}. Empty texts, 0, null, empty lists and empty objects count as false.',
    ).meta({ title: 'Condition', widget: 'expression' }),
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
