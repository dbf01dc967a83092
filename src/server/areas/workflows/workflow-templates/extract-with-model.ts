import { A_MODEL, flow, textForm, type WorkflowTemplate } from './template.ts'

export const extractWithModel: WorkflowTemplate = {
  slug: 'fill-a-form-from-text',
  name: 'Extract fields from free text',
  description:
    'A model extracts the fields you define from any text; the result is checked against your schema, and problems are reported.',
  category: 'general',
  tags: ['extract', 'schema', 'json', 'ai', 'llm', 'form'],
  needs: A_MODEL,
  sample: {
    title: 'A purchase in a sentence',
    input: { text: 'Bought 20 reams of paper from Sahyadri Stationers for ₹5,824.' },
  },
  expected: 'The vendor, what was bought and the total, as fields.',
  document: flow([
    { id: 'text', type: 'input_form', title: 'Text', config: textForm('Text', 'Anything that holds the data.') },
    {
      id: 'fields',
      type: 'ai_extract',
      title: 'Fill the fields',
      config: {
        text: '{{ $trigger.text }}',
        schema: {
          type: 'object',
          properties: { vendor: { type: 'string' }, item: { type: 'string' }, total: { type: ['number', 'null'] } },
          required: ['vendor', 'item', 'total'],
        },
      },
    },
  ]),
}
