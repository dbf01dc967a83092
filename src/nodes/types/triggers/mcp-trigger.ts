import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { defineNode, output } from '#nodes/node.ts'
import { checkedValues, formFields } from '#nodes/types/people/input-form.ts'

export const mcpTrigger = defineNode({
  type: 'mcp_trigger',
  version: 1,
  title: 'Call by a tool (MCP)',
  category: 'trigger',
  icon: 'plug',
  description:
    'Describes the workflow as a tool with a name, a purpose and fields. People and other workflows can run it too; AI assistants call it over MCP once it is an agent or a service.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
      .default('run_workflow')
      .describe('The name of the tool.')
      .meta({ title: 'Name' }),
    purpose: z
      .string()
      .max(1000)
      .default('')
      .describe('What the tool does. AI assistants use this to choose the tool.')
      .meta({ title: 'Purpose', widget: 'textarea' }),
    fields: formFields('The input that callers must provide.'),
  }),
  example: {
    name: 'find_order',
    purpose: 'Finds an order by its number.',
    fields: [{ name: 'order_number', required: true }],
  },
  output: z.record(z.string(), Json),
  sentence: ({ name }) => `As ${name}`,
  run: (ctx) => output(checkedValues({ fields: ctx.config.fields }, ctx.input ?? {})),
})
