import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const maskPersonalData: WorkflowTemplate = {
  slug: 'mask-personal-data',
  name: 'Mask personal data before sharing',
  description:
    'Masks email addresses, phone numbers, card numbers, Aadhaar, PAN and account numbers in a text, and reports what was found.',
  category: 'customer-service',
  tags: ['privacy', 'pii', 'aadhaar', 'redact', 'share', 'dpdp'],
  needs: NOTHING,
  sample: {
    title: 'A note with numbers',
    input: { text: 'Meera, meera@example.com, +91 98765 43210, PAN ABCPK1234L wants her invoice again.' },
  },
  expected: 'The text with three places masked, and the number of each kind.',
  document: flow(
    [
      { id: 'text', type: 'input_form', title: 'Text', config: textForm('Text', 'What you want to share.') },
      { id: 'find', type: 'pii_detect', title: 'Find personal data', config: { text: '{{ $trigger.text }}' } },
      {
        id: 'masked',
        type: 'set_fields',
        title: 'Output the masked text',
        config: {
          fields: [
            { name: 'text', value: '{{ $nodes.find.masked }}' },
            { name: 'found', value: '{{ $nodes.find.counts }}' },
          ],
        },
      },
      {
        id: 'clean',
        type: 'set_fields',
        title: 'Nothing to mask',
        config: {
          fields: [
            { name: 'text', value: '{{ $trigger.text }}' },
            { name: 'found', value: '{{ {} }}' },
          ],
        },
      },
    ],
    ['text > find', 'find:found > masked', 'find:clean > clean'],
  ),
}
