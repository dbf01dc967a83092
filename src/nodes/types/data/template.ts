import { z } from 'zod'
import { defineNode, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

export const template = defineNode({
  type: 'template',
  version: 1,
  title: 'Template',
  category: 'data',
  icon: 'text-quote',
  description: 'Creates a text with values filled in.',
  kind: 'pure',
  config: z.strictObject({
    // A text that is one expression keeps its type, so a number may arrive here.
    text: z
      .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
      .describe('The text. Put values in double braces: Dear {{ $input.name }}.')
      .meta({ title: 'Text', widget: 'textarea' }),
  }),
  example: { text: 'Dear {{ $input.name }},' },
  output: z.string(),
  sentence: (config) => brief(config.text),
  run: (ctx) => output(ctx.config.text),
})
