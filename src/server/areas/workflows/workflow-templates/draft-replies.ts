import { A_MODEL, flow, textForm, type WorkflowTemplate } from './template.ts'

export const draftReplies: WorkflowTemplate = {
  slug: 'draft-a-reply-with-a-model',
  name: 'Draft a reply with a language model',
  description:
    'A model drafts a polite reply to a customer’s letter; rules then check the draft for words, links and personal data before it is used.',
  category: 'customer-service',
  tags: ['reply', 'letter', 'mail', 'ai', 'llm', 'guardrails'],
  needs: A_MODEL,
  sample: {
    title: 'A late parcel',
    input: { text: 'My parcel is five days late and nobody answers the phone. I am not happy.' },
  },
  expected: 'A short, polite draft that passed the checks.',
  document: flow(
    [
      { id: 'letter', type: 'input_form', title: 'Letter', config: textForm('Letter', 'What the customer wrote.') },
      {
        id: 'draft',
        type: 'ai_prompt',
        title: 'Draft the reply',
        config: {
          prompt: 'Write a polite reply to this letter in at most four sentences. Promise nothing that is not certain.',
          data: '{{ $trigger.text }}',
        },
      },
      {
        id: 'check',
        type: 'guardrails',
        title: 'Check the draft',
        config: { text: '{{ $nodes.draft.text }}', max_characters: 1200, blocked_words: ['guarantee'] },
      },
      {
        id: 'good',
        type: 'set_fields',
        title: 'Output the draft',
        config: {
          fields: [
            { name: 'reply', value: '{{ $nodes.check.text }}' },
            { name: 'checked', value: true },
          ],
        },
      },
      {
        id: 'stopped',
        type: 'set_fields',
        title: 'Hold it back',
        config: {
          fields: [
            { name: 'reply', value: null },
            { name: 'checked', value: false },
            { name: 'problems', value: '{{ $nodes.check.problems }}' },
          ],
        },
      },
    ],
    ['letter > draft > check', 'check:passed > good', 'check:blocked > stopped'],
  ),
}
