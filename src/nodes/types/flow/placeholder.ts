import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, NodeError } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

const PortName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
  .refine((name) => name !== 'error', 'This name is taken')

export const placeholder = defineNode({
  type: 'placeholder',
  version: 1,
  title: 'Placeholder',
  category: 'flow',
  icon: 'circle-dashed',
  description:
    'Takes the place of an imported step that has no equivalent here, and keeps its settings. Replace it with a step that does the same.',
  kind: 'control',
  unfinished: { code: 'placeholder', message: 'this step has no equivalent here. Replace it, or turn it off.' },
  config: z.strictObject({
    from: z
      .string()
      .max(200)
      .default('')
      .describe('The program and the type of step it came from.')
      .meta({ title: 'Was' }),
    reason: z.string().max(500).default('').describe('Why it couldn’t be translated.').meta({ title: 'Why' }),
    original: Json.optional()
      .describe('The original step, kept so that nothing is lost. It is never run.')
      .meta({ title: 'Original', widget: 'json', expression: 'none' }),
    ways_out: z
      .array(PortName)
      .max(60)
      .default(['out'])
      .describe('The outputs that the step had.')
      .meta({ title: 'Ways out' }),
  }),
  example: { from: 'n8n: n8n-nodes-base.spotify', original: { parameters: { operation: 'nextSong' } } },
  output: Json,
  ports: (config) => [...new Set(config.ways_out)].map((name) => ({ name, title: name })),
  sentence: (config) =>
    config.from === '' ? 'Needs to be replaced' : `Needs to be replaced: ${brief(config.from, 60)}`,
  run(ctx) {
    const was = ctx.config.from === '' ? 'an imported step' : `“${ctx.config.from}”`
    throw new NodeError('placeholder', `This step is a placeholder for ${was} and must be replaced before it can run`)
  },
})
