import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

export const code = defineNode({
  type: 'code',
  version: 1,
  title: 'JavaScript',
  category: 'code',
  icon: 'code',
  description:
    'Runs JavaScript on the input, isolated from the network, files and other runs. The return value is the output.',
  kind: 'pure',
  timeout_ms: 35_000,
  config: z.strictObject({
    source: z
      .string()
      .min(1, 'Enter some code')
      .max(200_000)
      .describe(
        'The body of a function. “input” is the input, “items” is the input as a list, “trigger” is the data the workflow started with. Return the output.',
      )
      .meta({ title: 'Code', widget: 'code', expression: 'none' }),
    timeout_ms: z
      .number()
      .int()
      .min(10)
      .max(30_000)
      .default(5_000)
      .describe('In milliseconds.')
      .meta({ title: 'Time limit' }),
    memory_mb: z.number().int().min(8).max(256).default(64).describe('In megabytes.').meta({ title: 'Memory limit' }),
    trigger: Json.optional()
      .describe('The value of “trigger” in the code.')
      .meta({ title: 'Trigger', widget: 'expression', placeholder: '{{ $trigger }}' }),
  }),
  example: { source: 'return items.map((item) => ({ ...item, total: item.price * item.count }))' },
  output: Json,
  sentence: (config) => brief(config.source),
  async run(ctx) {
    const { source, timeout_ms, memory_mb, trigger = null } = ctx.config
    const items = Array.isArray(ctx.input) ? ctx.input : ctx.input === null ? [] : [ctx.input]
    const limits = { timeout_ms, memory_mb }
    const result = await ctx.code(source, { input: ctx.input, items, trigger }, limits, ctx.signal)
    for (const line of result.logs) ctx.log(line)
    return output(result.output)
  },
})
