import { BETTER_WITH_MODEL, flow, textForm, type WorkflowTemplate } from './template.ts'

export const routeComplaints: WorkflowTemplate = {
  slug: 'route-customer-messages',
  name: 'Send each message to the right team',
  description:
    'Determines from a customer’s words what the message is about and prepares it for billing, technical help or general enquiries.',
  category: 'customer-service',
  tags: ['routing', 'classify', 'support', 'team', 'mail'],
  needs: BETTER_WITH_MODEL,
  sample: { title: 'A wrong invoice', input: { text: 'The invoice is wrong, I want a refund of the second payment.' } },
  expected: 'The message goes to billing, with the words that decided.',
  document: flow(
    [
      { id: 'message', type: 'input_form', title: 'Message', config: textForm('Message', 'What the customer wrote.') },
      {
        id: 'kind',
        type: 'ai_classify',
        title: 'What is it about?',
        config: {
          text: '{{ $trigger.text }}',
          labels: [
            {
              name: 'billing',
              description: 'Money: invoices, payments, refunds',
              keywords: ['invoice', 'refund', 'payment', 'charged', 'bill'],
            },
            {
              name: 'technical',
              description: 'Something does not work',
              keywords: ['error', 'crash', 'cannot log in', 'does not work', 'broken'],
            },
          ],
        },
      },
      {
        id: 'team',
        type: 'switch',
        title: 'Which team?',
        config: {
          rules: [
            { port: 'billing', condition: '{{ $nodes.kind.label = "billing" }}' },
            { port: 'technical', condition: '{{ $nodes.kind.label = "technical" }}' },
            { port: 'others', condition: '{{ true }}' },
          ],
        },
      },
      {
        id: 'to_billing',
        type: 'set_fields',
        title: 'For billing',
        config: {
          fields: [
            { name: 'team', value: 'billing' },
            { name: 'message', value: '{{ $trigger.text }}' },
            { name: 'because', value: '{{ $nodes.kind.labels }}' },
          ],
        },
      },
      {
        id: 'to_technical',
        type: 'set_fields',
        title: 'For technical help',
        config: {
          fields: [
            { name: 'team', value: 'technical' },
            { name: 'message', value: '{{ $trigger.text }}' },
            { name: 'because', value: '{{ $nodes.kind.labels }}' },
          ],
        },
      },
      {
        id: 'to_others',
        type: 'set_fields',
        title: 'For everyone else',
        config: {
          fields: [
            { name: 'team', value: 'front desk' },
            { name: 'message', value: '{{ $trigger.text }}' },
          ],
        },
      },
    ],
    ['message > kind > team', 'team:billing > to_billing', 'team:technical > to_technical', 'team:others > to_others'],
  ),
}
