import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { labelOf } from '#nodes/lib/people/form-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { checkedValues, formFields } from '#nodes/types/people/input-form.ts'

/** Each is kept for the owner of the workflow, from whoever knows the address. */
const MOST_FILES = 5

export const formTrigger = defineNode({
  type: 'form_trigger',
  version: 1,
  title: 'Public form',
  category: 'trigger',
  icon: 'clipboard-pen',
  description:
    'A form at a public address of its own. Whoever knows the address can fill it in; each time starts the workflow.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    title: z.string().min(1).max(120).default('Form').describe('At the top of the page.').meta({ title: 'Title' }),
    description: z
      .string()
      .max(2000)
      .default('')
      .describe('Below the title: what the form is for.')
      .meta({ title: 'Description', widget: 'textarea' }),
    fields: formFields('What the form asks for.').refine(
      (fields) => fields.filter(({ type }) => type === 'file').length <= MOST_FILES,
      `A public form takes at most ${MOST_FILES} files`,
    ),
    button: z.string().min(1).max(40).default('Send').describe('On the button.').meta({ title: 'Button' }),
    respond: z
      .enum(['message', 'result'])
      .default('message')
      .describe('Whether the person gets the message below or the output of the workflow.')
      .meta({ title: 'Answer' }),
    message: z
      .string()
      .min(1)
      .max(2000)
      .default('Thank you. Your answers have arrived.')
      .describe('Shown after sending.')
      .meta({ title: 'Message', when: { field: 'respond', is: ['message'] } }),
  }),
  example: {
    title: 'Report a problem',
    fields: [{ name: 'text', label: 'What happened?', type: 'textarea', required: true }],
  },
  output: z.record(z.string(), Json),
  sentence: (config) =>
    config.fields.length === 0 ? 'Asks for nothing yet' : `Asks for ${config.fields.map(labelOf).join(', ')}`,
  run: (ctx) => output(checkedValues({ fields: ctx.config.fields }, ctx.input)),
})
