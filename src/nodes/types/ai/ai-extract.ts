import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { textFrom } from '#nodes/lib/ai/input-text.ts'
import {
  ALLOWED_HOSTS,
  askModel,
  describeUse,
  MODEL_SETTINGS,
  MODEL_TIMEOUT_MS,
  USED,
} from '#nodes/lib/ai/model-settings.ts'
import { shownValue } from '#nodes/lib/ai/shown.ts'
import { DATA_RULE, fenceUntrusted } from '#nodes/lib/ai/untrusted.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const aiExtract = defineNode({
  type: 'ai_extract',
  version: 1,
  title: 'AI extract',
  category: 'ai',
  icon: 'scan-text',
  description: 'Extracts data from a text into the structure of a JSON Schema and checks the result against it.',
  kind: 'effect',
  needs: ['model'],
  timeout_ms: MODEL_TIMEOUT_MS,
  config: z.strictObject({
    text: value('Text', 'Text or a document from Read document. Leave empty to use that of the input.'),
    schema: JsonObject.describe('The data to extract, as a JSON Schema. Property descriptions help the model.').meta({
      title: 'Schema',
      widget: 'json_schema',
      expression: 'none',
    }),
    instructions: z
      .string()
      .max(10_000)
      .default('')
      .describe('Hints for the model, such as the date format.')
      .meta({ title: 'Instructions', widget: 'textarea' }),
    allowed_hosts: ALLOWED_HOSTS,
    ...MODEL_SETTINGS,
  }),
  example: {
    schema: {
      type: 'object',
      properties: { vendor: { type: 'string' }, total: { type: ['number', 'null'] } },
      required: ['vendor', 'total'],
    },
  },
  output: z.object({ data: Json, ...USED }),
  sentence: (config) => {
    const { properties } = config.schema
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    return names.length === 0 ? 'Extracts data from a text' : `Extracts ${names.slice(0, 4).join(', ')}`
  },
  async run(ctx) {
    const { text, schema, instructions, allowed_hosts } = ctx.config
    const content =
      'Read the data that the schema asks for out of the text. Take only what stands in the text; where it says nothing use null, an ' +
      'empty list or an empty text, as the schema allows. Invent nothing.'
    const answer = await askModel(ctx, {
      schema,
      temperature: 0,
      messages: [
        { role: 'system', content: [content, instructions, DATA_RULE].filter(Boolean).join('\n\n') },
        { role: 'user', content: fenceUntrusted(textFrom(text, ctx.input)) },
      ],
    })
    return output({ data: shownValue(answer.object ?? null, allowed_hosts), ...describeUse(answer) })
  },
})
