import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { asText } from '#nodes/lib/ai/input-text.ts'
import {
  ALLOWED_HOSTS,
  askModel,
  describeUse,
  MODEL_SETTINGS,
  MODEL_TIMEOUT_MS,
  TEMPERATURE,
  USED,
} from '#nodes/lib/ai/model-settings.ts'
import { shownText, shownValue } from '#nodes/lib/ai/shown.ts'
import { DATA_RULE, fenceUntrusted, withoutHidden } from '#nodes/lib/ai/untrusted.ts'
import type { ModelMessage } from '#nodes/model-port.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const aiPrompt = defineNode({
  type: 'ai_prompt',
  version: 1,
  title: 'AI prompt',
  category: 'ai',
  icon: 'sparkles',
  description:
    'Asks a language model. Your text is the instruction; the data is sent marked as data, so that the model doesn’t treat it as an instruction.',
  kind: 'effect',
  needs: ['model'],
  timeout_ms: MODEL_TIMEOUT_MS,
  config: z.strictObject({
    prompt: z
      .string()
      .min(1, 'Enter what the model should do')
      .max(50_000)
      .describe('The instruction. Put text from other people under Data instead.')
      .meta({ title: 'Instruction', widget: 'textarea' }),
    data: value('Data', 'The data the model works on. Leave empty to use the input; null for no data.'),
    system: z
      .string()
      .max(20_000)
      .default('')
      .describe('Who the model is and how it speaks.')
      .meta({ title: 'Role', widget: 'textarea' }),
    schema: JsonObject.optional()
      .describe(
        'A JSON Schema that the answer must match. The answer is checked, and the model is asked again if it doesn’t match.',
      )
      .meta({ title: 'Answer as JSON', widget: 'json_schema', expression: 'none' }),
    temperature: TEMPERATURE,
    allowed_hosts: ALLOWED_HOSTS,
    ...MODEL_SETTINGS,
  }),
  example: { prompt: 'Write a polite reply to this letter in three sentences.' },
  output: z.object({ text: z.string(), object: Json, finish: z.string(), ...USED }),
  sentence: (config) => `Asks: ${brief(config.prompt, 50)}`,
  async run(ctx) {
    const { prompt, data, system, schema, temperature, allowed_hosts } = ctx.config
    const given = withoutHidden(asText(data === undefined ? ctx.input : data))
    const messages: ModelMessage[] = [
      { role: 'system', content: [system, given === '' ? '' : DATA_RULE].filter(Boolean).join('\n\n') },
      { role: 'user', content: given === '' ? prompt : `${prompt}\n\n${fenceUntrusted(given)}` },
    ]
    ctx.log('Prompt sent to the model', Object.fromEntries(messages.map(({ role, content }) => [role, content])))
    const answer = await askModel(ctx, {
      messages: messages.filter(({ content }) => content !== ''),
      ...(schema && { schema }),
      ...(temperature !== undefined && { temperature }),
    })
    if (answer.finish === 'length') ctx.log('The answer was cut off at its length limit.')
    return output({
      text: shownText(answer.text, allowed_hosts),
      object: answer.object === undefined ? null : shownValue(answer.object, allowed_hosts),
      finish: answer.finish,
      ...describeUse(answer),
    })
  },
})
