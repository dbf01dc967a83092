import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { formAnswer, question, TIMED_OUT, timeLimit, untilOf } from '#nodes/lib/people/asking.ts'
import { defineNode, output } from '#nodes/node.ts'
import { checkedValues, formFields } from './input-form.ts'

export const askForm = defineNode({
  type: 'ask_form',
  version: 1,
  title: 'Ask with a form',
  category: 'people',
  icon: 'clipboard-list',
  description: 'Pauses the run until a person submits a form, or until the time limit is reached.',
  kind: 'wait',
  config: z.strictObject({
    title: question('Please fill in this form'),
    fields: formFields('The fields of the form.').refine((fields) => fields.length > 0, 'Add at least one field'),
    timeout_seconds: timeLimit,
  }),
  example: { title: 'Which cost centre?', fields: [{ name: 'cost_centre', label: 'Cost centre', required: true }] },
  output: z.object({ values: z.record(z.string(), Json), by: z.string().nullable(), input: Json }),
  ports: [{ name: 'out', title: 'Filled in' }, TIMED_OUT],
  sentence: ({ title }) => `Asks: ${title}`,
  run(ctx) {
    const { title, fields, timeout_seconds: limit } = ctx.config
    return {
      type: 'wait',
      wait: { type: 'form', title, fields: fields as unknown as Json, until: untilOf(ctx.now(), limit) },
    }
  },
  resume(ctx, resolution) {
    if (resolution.type === 'timeout') return output({ values: {}, by: null, input: ctx.input }, TIMED_OUT.name)
    const { values, by } = formAnswer(resolution)
    return output({ values: checkedValues({ fields: ctx.config.fields }, values), by, input: ctx.input })
  },
})
