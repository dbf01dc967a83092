import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const faqChat: WorkflowTemplate = {
  slug: 'answer-from-help-articles',
  name: 'Chat that answers from your help articles',
  description:
    'Answers a chat message with the sentence of your help articles that answers it, and hands over to a person if none does.',
  category: 'customer-service',
  tags: ['chat', 'faq', 'help', 'bot', 'knowledge base', 'support'],
  needs: NOTHING,
  sample: {
    title: 'A question about a link',
    input: { message: 'How long is the reset link valid?', session: 'sample' },
  },
  expected: 'The sentence from the article “Password”.',
  document: flow(
    [
      {
        id: 'chat',
        type: 'chat_trigger',
        title: 'Chat message',
        config: { greeting: 'Hello! Ask me about your order or your account.' },
      },
      {
        id: 'find',
        type: 'answer_with_citations',
        title: 'Look in the articles',
        config: {
          question: '{{ $trigger.message }}',
          mode: 'bm25',
          articles: [
            {
              title: 'Password',
              text: 'Choose Forgot password. The reset link is valid for one hour.',
              url: 'https://example.com/help/password',
            },
            {
              title: 'Delivery',
              text: 'Delivery takes two to four working days. You get a link to follow the parcel.',
              url: 'https://example.com/help/delivery',
            },
            {
              title: 'Refunds',
              text: 'A refund reaches the same account within seven working days after it was approved.',
              url: 'https://example.com/help/refunds',
            },
          ],
        },
      },
      { id: 'found', type: 'if', title: 'Is there an answer?', config: { condition: '{{ $nodes.find.found }}' } },
      {
        id: 'answer',
        type: 'template',
        title: 'Answer',
        config: { text: '{{ $nodes.find.answer }} (from “{{ $nodes.find.citations[0].article }}”)' },
      },
      {
        id: 'hand_over',
        type: 'template',
        title: 'Hand over',
        config: {
          text: 'I do not find that in our articles. A colleague will answer you; please leave your e-mail address.',
        },
      },
    ],
    ['chat > find > found', 'found:true > answer', 'found:false > hand_over'],
  ),
}
