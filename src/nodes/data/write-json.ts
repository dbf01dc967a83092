import { z } from 'zod'
import { canonicalJson } from '#graph/hash.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const writeJson = defineNode({
  type: 'write_json',
  version: 1,
  title: 'Write JSON',
  category: 'data',
  icon: 'file-json',
  description: 'Writes a value as a text of JSON: short, indented, or always in the same order of keys.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'What to write. The input when left out.'),
    style: z
      .enum(['short', 'indented', 'sorted'])
      .default('short')
      .describe('“sorted” gives the same text for the same value, whatever the order of its keys.')
      .meta({ title: 'Style' }),
  }),
  example: { style: 'indented' },
  output: z.string(),
  sentence: (config) => `As ${config.style} JSON`,
  run(ctx) {
    const written = ctx.config.value === undefined ? ctx.input : ctx.config.value
    if (ctx.config.style === 'sorted') return output(canonicalJson(written))
    return output(JSON.stringify(written, null, ctx.config.style === 'indented' ? 2 : 0))
  },
})
