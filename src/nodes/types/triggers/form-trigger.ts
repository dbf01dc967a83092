import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { labelOf } from '#nodes/lib/people/form-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { checkedValues, formFields } from '#nodes/types/people/input-form.ts'

/** Each file is stored for the owner of the workflow, from anyone who knows the address. */
const MOST_FILES = 5

export const formTrigger = defineNode({
  type: 'form_trigger',
  version: 1,
  title: 'Public form',
  category: 'trigger',
  icon: 'clipboard-pen',
  description:
    'A form with its own public address. Anyone who knows the address can submit it; each submission starts the workflow.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    title: z
      .string()
      .min(1)
      .max(120)
      .default('Form')
      .describe('Shown at the top of the page.')
      .meta({ title: 'Title' }),
    description: z
      .string()
      .max(2000)
      .default('')
      .describe('Shown below the title; explains what the form is for.')
      .meta({ title: 'Description', widget: 'textarea' }),
    fields: formFields('The fields of the form.').refine(
      (fields) => fields.filter(({ type }) => type === 'file').length <= MOST_FILES,
      `A public form can have at most ${MOST_FILES} files`,
    ),
    button: z.string().min(1).max(40).default('Send').describe('Text of the submit button.').meta({ title: 'Button' }),
    respond: z
      .enum(['message', 'result'])
      .default('message')
      .describe('Whether the person sees the message below or the output of the workflow.')
      .meta({ title: 'Answer' }),
    message: z
      .string()
      .min(1)
      .max(2000)
      .default('Thank you. Your answers have been received.')
      .describe('Shown after the form is submitted.')
      .meta({ title: 'Message', when: { field: 'respond', is: ['message'] } }),
  }),
  example: {
    title: 'Report a problem',
    fields: [{ name: 'text', label: 'What happened?', type: 'textarea', required: true }],
  },
  output: z.record(z.string(), Json),
  sentence: (config) =>
    config.fields.length === 0 ? 'No fields yet' : `Asks for ${config.fields.map(labelOf).join(', ')}`,
  run: (ctx) => output(checkedValues({ fields: ctx.config.fields }, ctx.input)),
})
