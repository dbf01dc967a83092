import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { toBoolean } from '#graph/expressions/fast-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const Rule = z.strictObject({
  condition: Json.describe('An expression such as {{ $input.total > 0 }}.').meta({
    title: 'Must hold',
    widget: 'condition',
  }),
  message: z.string().max(500).default('').describe('Shown when the condition is false.').meta({ title: 'Message' }),
})

export const requireNode = defineNode({
  type: 'require',
  version: 1,
  title: 'Require',
  category: 'flow',
  icon: 'circle-check-big',
  description:
    'Continues only if every condition is true; otherwise it fails and names the condition that is false. The input is passed on unchanged.',
  kind: 'control',
  config: z.strictObject({
    rules: z
      .array(Rule)
      .min(1, 'Add at least one condition')
      .max(50)
      .describe('All conditions must be true.')
      .meta({ title: 'Conditions' }),
  }),
  example: { rules: [{ condition: '{{ $exists($input.email) }}', message: 'The e-mail address is missing' }] },
  output: Json,
  sentence: ({ rules }) => (rules.length === 1 ? rules[0]?.message || 'One condition' : `${rules.length} conditions`),
  run(ctx) {
    const failed = ctx.config.rules
      .map((rule, at) => ({ ...rule, at }))
      .filter(({ condition }) => toBoolean(condition) !== true)
    const [first] = failed
    if (!first) return output(ctx.input)
    const text = failed.map(({ message, at }) => message || `Condition ${at + 1} is false`).join('. ')
    throw new NodeError('requirement_failed', text, { field: `rules.${first.at}.condition` })
  },
})
