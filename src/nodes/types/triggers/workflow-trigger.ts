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
  description:
    'Starts when “Run a workflow” calls it. What it needs is checked; what it gives goes back to the caller.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({ fields: formFields('What a caller has to give. Anything when left out.') }),
  example: { fields: [{ name: 'order_number', required: true }] },
  output: Json,
  sentence: ({ fields }) => (fields.length === 0 ? 'With any input' : `With ${fields.map(labelOf).join(', ')}`),
  run(ctx) {
    const { fields } = ctx.config
    return output(fields.length === 0 ? ctx.input : checkedValues({ fields }, ctx.input))
  },
})
