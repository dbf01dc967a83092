import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const orderWebhook: WorkflowTemplate = {
  slug: 'take-orders-by-webhook',
  name: 'Take orders by webhook',
  description:
    'Gives your shop an address to send orders to, checks each order against a schema, and answers immediately: accepted, or a list of problems.',
  category: 'general',
  tags: ['webhook', 'api', 'orders', 'schema', 'validate', 'shop'],
  needs: NOTHING,
  sample: {
    title: 'A valid order',
    input: {
      body: { id: 'A-17', email: 'meera@example.com', lines: [{ sku: 'PEN', quantity: 2 }] },
      query: {},
      headers: {},
    },
  },
  expected: 'The order A-17 is accepted, and its two items are counted.',
  document: flow(
    [
      { id: 'hook', type: 'webhook_trigger', version: 2, title: 'An order arrives', config: {} },
      {
        id: 'check',
        type: 'validate_schema',
        title: 'Is it complete?',
        config: {
          value: '{{ $trigger.body }}',
          schema: {
            type: 'object',
            required: ['id', 'email', 'lines'],
            properties: {
              id: { type: 'string' },
              email: { type: 'string' },
              lines: {
                type: 'array',
                minItems: 1,
                items: {
                  type: 'object',
                  required: ['sku', 'quantity'],
                  properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
                },
              },
            },
          },
        },
      },
      {
        id: 'accept',
        type: 'respond',
        title: 'Confirm the order',
        config: {
          status: 202,
          body: { accepted: true, order: '{{ $trigger.body.id }}', pieces: '{{ $sum($trigger.body.lines.quantity) }}' },
        },
      },
      {
        id: 'refuse',
        type: 'respond',
        title: 'Report the problems',
        config: { status: 422, body: { accepted: false, problems: '{{ $nodes.check }}' } },
      },
    ],
    ['hook > check', 'check:valid > accept', 'check:invalid > refuse'],
  ),
}
