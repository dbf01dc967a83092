import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { textFrom } from '#nodes/lib/ai/input-text.ts'
import { askModel, describeUse, MODEL_SETTINGS, MODEL_TIMEOUT_MS, USED } from '#nodes/lib/ai/model-settings.ts'
import { shownText } from '#nodes/lib/ai/shown.ts'
import { DATA_RULE, fenceUntrusted } from '#nodes/lib/ai/untrusted.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Route = z.strictObject({
  port: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
    .refine((port) => !['otherwise', 'error'].includes(port), 'This name is taken')
    .describe('The name of the output.')
    .meta({ title: 'Port', expression: 'none' }),
  title: z.string().max(60).default('').describe('Shown on the card.').meta({ title: 'Label', expression: 'none' }),
  description: z
    .string()
    .min(1, 'Describe what belongs here')
    .max(2_000)
    .describe('Describes to the model what belongs to this output.')
    .meta({ title: 'When' }),
})

export const aiRoute = defineNode({
  type: 'ai_route',
  version: 1,
  title: 'AI route',
  category: 'ai',
  icon: 'split',
  description:
    'A model chooses one of several outputs by your descriptions. Passes on the input with the reason; if no output fits, it continues through “otherwise”.',
  kind: 'effect',
  needs: ['model'],
  timeout_ms: MODEL_TIMEOUT_MS,
  config: z.strictObject({
    text: value('Text', 'The text to route. Leave empty to use the input.'),
    routes: z
      .array(Route)
      .min(2, 'Add at least two outputs')
      .max(30)
      .refine(
        (routes) => new Set(routes.map(({ port }) => port)).size === routes.length,
        'Two outputs have the same port',
      )
      .describe('The outputs to choose from.')
      .meta({ title: 'Outputs' }),
    ...MODEL_SETTINGS,
  }),
  example: {
    routes: [
      { port: 'billing', description: 'Invoices, payments and refunds' },
      { port: 'technical', description: 'Something does not work' },
    ],
  },
  output: z.object({ route: z.string(), reason: z.string(), input: Json, ...USED }),
  ports: (config) => [
    ...config.routes.map(({ port, title }) => ({ name: port, title: title || port })),
    { name: 'otherwise', title: 'Otherwise' },
  ],
  sentence: (config) => `To ${config.routes.map(({ title, port }) => title || port).join(', ')} or otherwise`,
  async run(ctx) {
    const { text, routes } = ctx.config
    const names = [...routes.map(({ port }) => port), 'otherwise']
    const list = routes.map(({ port, description }) => `- ${port}: ${description}`).join('\n')
    const answer = await askModel(ctx, {
      schema: {
        type: 'object',
        properties: { route: { enum: names }, reason: { type: 'string', maxLength: 500 } },
        required: ['route', 'reason'],
        additionalProperties: false,
      },
      temperature: 0,
      messages: [
        {
          role: 'system',
          content: `Choose the one way that fits the text. The ways:\n${list}\n- otherwise: none of them fits\n\n${DATA_RULE}`,
        },
        { role: 'user', content: fenceUntrusted(textFrom(text, ctx.input)) },
      ],
    })
    const { route, reason } = answer.object as { route: string; reason: string }
    return output({ route, reason: shownText(reason), input: ctx.input, ...describeUse(answer) }, route)
  },
})
