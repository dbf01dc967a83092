import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { toBoolean } from '#graph/expressions/fast-values.ts'
import { defineNode, output } from '#nodes/node.ts'

const Rule = z.strictObject({
  port: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
    .refine((port) => !['default', 'error'].includes(port), 'This name is taken')
    .describe('The name of the output.')
    .meta({ title: 'Port' }),
  title: z.string().max(60).default('').describe('Shown on the card; the port name if empty.').meta({ title: 'Label' }),
  condition: Json.describe('An expression such as {{ $input.kind = "invoice" }}.').meta({
    title: 'Condition',
    widget: 'condition',
  }),
})

const Config = z.strictObject({
  rules: z
    .array(Rule)
    .min(1, 'Add at least one rule')
    .max(50)
    .refine((rules) => new Set(rules.map((rule) => rule.port)).size === rules.length, 'Two rules have the same port')
    .describe('The first rule whose condition is true is used; if none is, the output is “default”.')
    .meta({ title: 'Rules' }),
})

export const switchNode = defineNode({
  type: 'switch',
  version: 1,
  title: 'Switch',
  category: 'flow',
  icon: 'route',
  description:
    'Continues through one of several outputs: that of the first rule whose condition is true. The input is passed on unchanged.',
  kind: 'control',
  config: Config,
  example: { rules: [{ port: 'invoice', condition: '{{ $input.kind = "invoice" }}' }] },
  output: Json,
  ports: (config) => [
    ...config.rules.map(({ port, title }) => ({ name: port, title: title || port })),
    { name: 'default', title: 'Otherwise' },
  ],
  sentence: (config) => `To ${config.rules.map((rule) => rule.title || rule.port).join(', ')} or default`,
  run: (ctx) => output(ctx.input, ctx.config.rules.find((rule) => toBoolean(rule.condition))?.port ?? 'default'),
})
