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
    'Stands where an imported step has no counterpart here, and keeps that step. Replace it by a step that does the same.',
  kind: 'control',
  unfinished: { code: 'placeholder', message: 'this step has no counterpart here. Replace it, or switch it off.' },
  config: z.strictObject({
    from: z.string().max(200).default('').describe('The program and the kind of step it was.').meta({ title: 'Was' }),
    reason: z.string().max(500).default('').describe('Why it was not translated.').meta({ title: 'Why' }),
    original: Json.optional()
      .describe('The step as it was, kept so that nothing is lost. It is never run.')
      .meta({ title: 'Original', widget: 'json', expression: 'none' }),
    ways_out: z
      .array(PortName)
      .max(60)
      .default(['out'])
      .describe('The ways out that the step had.')
      .meta({ title: 'Ways out' }),
  }),
  example: { from: 'n8n: n8n-nodes-base.spotify', original: { parameters: { operation: 'nextSong' } } },
  output: Json,
  ports: (config) => [...new Set(config.ways_out)].map((name) => ({ name, title: name })),
  sentence: (config) => (config.from === '' ? 'To be replaced' : `To be replaced: ${brief(config.from, 60)}`),
  run(ctx) {
    const was = ctx.config.from === '' ? 'an imported step' : `“${ctx.config.from}”`
    throw new NodeError('placeholder', `This step stands for ${was} and has to be replaced before it can run`)
  },
})
