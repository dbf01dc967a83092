import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { labelOf } from '#nodes/lib/people/form-field.ts'
import { defineNode, output } from '#nodes/node.ts'
import { checkedValues, formFields } from '#nodes/types/people/input-form.ts'

export const workflowTrigger = defineNode({
  type: 'workflow_trigger',
  version: 1,
  title: 'When another workflow calls',
  category: 'trigger',
  icon: 'workflow',
  description: 'Starts when “Run a workflow” calls it. Its input is checked; its output is returned to the caller.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    fields: formFields('The input that callers must provide. Leave empty to accept any input.'),
  }),
  example: { fields: [{ name: 'order_number', required: true }] },
  output: Json,
  sentence: ({ fields }) => (fields.length === 0 ? 'With any input' : `With ${fields.map(labelOf).join(', ')}`),
  run(ctx) {
    const { fields } = ctx.config
    return output(fields.length === 0 ? ctx.input : checkedValues({ fields }, ctx.input))
  },
})
