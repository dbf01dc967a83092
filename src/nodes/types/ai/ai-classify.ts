import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import { classifyByWords } from '#nodes/lib/ai/classify-by-words.ts'
import { textFrom } from '#nodes/lib/ai/input-text.ts'
import { askModel, describeUse, MODEL_TIMEOUT_MS, UNUSED, USED } from '#nodes/lib/ai/model-settings.ts'
import { shownText } from '#nodes/lib/ai/shown.ts'
import { DATA_RULE, fenceUntrusted } from '#nodes/lib/ai/untrusted.ts'
import { usesModel, WITH_OR_WITHOUT } from '#nodes/lib/ai/with-or-without.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Label = z.strictObject({
  name: z.string().min(1, 'Enter a name').max(80).describe('The label.').meta({ title: 'Label' }),
  description: z.string().max(2_000).default('').describe('What belongs to this label.').meta({ title: 'Meaning' }),
  keywords: z
    .array(z.string().min(1).max(100))
    .max(100)
    .default([])
    .describe('Words that indicate this label. They decide when no model is available.')
    .meta({ title: 'Keywords' }),
})

const Found = z.array(z.object({ name: z.string(), confidence: z.number(), because: z.array(z.string()) }))

export const aiClassify = defineNode({
  type: 'ai_classify',
  version: 1,
  title: 'AI classify',
  category: 'ai',
  icon: 'tags',
  description: 'Assigns one or more of your labels to a text: with a model if available, otherwise by keywords.',
  kind: 'effect',
  timeout_ms: MODEL_TIMEOUT_MS,
  config: z.strictObject({
    text: value('Text', 'The text to label. Leave empty to use the input.'),
    labels: z
      .array(Label)
      .min(2, 'Add at least two labels')
      .max(50)
      .refine(
        (labels) => new Set(labels.map(({ name }) => name)).size === labels.length,
        'Two labels have the same name',
      )
      .describe('The labels to choose from.')
      .meta({ title: 'Labels' }),
    several: z.boolean().default(false).describe('Allow more than one label.').meta({ title: 'Several labels' }),
    ...WITH_OR_WITHOUT,
  }),
  example: {
    labels: [
      { name: 'billing', keywords: ['invoice', 'refund', 'payment'] },
      { name: 'technical', keywords: ['error', 'crash', 'cannot log in'] },
    ],
  },
  output: z.object({
    /** Null when none fits. */
    label: z.string().nullable(),
    labels: Found,
    by: z.enum(['model', 'rules']),
    ...USED,
  }),
  sentence: (config) => `Labels: ${config.labels.map(({ name }) => name).join(', ')}`,
  async run(ctx) {
    const { labels, several, text } = ctx.config
    const given = textFrom(text, ctx.input)
    if (!(await usesModel(ctx))) {
      const found = classifyByWords(given, labels)
      const kept = several ? found.filter(({ confidence }) => confidence >= 0.2) : found.slice(0, 1)
      return output({ label: kept[0]?.name ?? null, labels: kept, by: 'rules', ...UNUSED })
    }
    const list = labels
      .map(({ name, description, keywords }) => {
        const words = keywords.length > 0 ? ` (for example: ${keywords.join(', ')})` : ''
        return `- ${name}${description === '' ? '' : `: ${description}`}${words}`
      })
      .join('\n')
    const many = several ? 'every label that fits, best first' : 'the one label that fits best'
    const answer = await askModel(ctx, {
      schema: schemaOf(labels, several),
      temperature: 0,
      messages: [
        {
          role: 'system',
          content: `Give the text ${many}; none when nothing fits. The labels:\n${list}\n\n${DATA_RULE}`,
        },
        { role: 'user', content: fenceUntrusted(given) },
      ],
    })
    const given_labels = (answer.object as { labels: { name: string; confidence: number; reason: string }[] }).labels
    const found = given_labels.map(({ name, confidence, reason }) => ({
      name,
      confidence,
      because: reason === '' ? [] : [shownText(reason)],
    }))
    return output({ label: found[0]?.name ?? null, labels: found, by: 'model', ...describeUse(answer) })
  },
})

function schemaOf(labels: readonly { name: string }[], several: boolean): JsonObject {
  const one = {
    type: 'object',
    properties: {
      name: { enum: labels.map(({ name }) => name) },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      reason: { type: 'string', maxLength: 300 },
    },
    required: ['name', 'confidence', 'reason'],
  }
  const maxItems = several ? labels.length : 1
  return { type: 'object', properties: { labels: { type: 'array', items: one, maxItems } }, required: ['labels'] }
}
