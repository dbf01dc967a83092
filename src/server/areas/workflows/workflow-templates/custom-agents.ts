/** Custom agents to start from: each opens in the builder. */
import { newAgent } from '#graph/custom-agent/change-agent.ts'
import { NO_PROMPT } from '#graph/custom-agent/prompt.ts'
import { A_MODEL, type WorkflowTemplate } from './template.ts'

const TAG = 'custom agent'

export const patientQuestions: WorkflowTemplate = {
  slug: 'agent-patient-questions',
  name: 'Front desk of a clinic',
  description: 'Answers patients’ questions about appointments, fees and preparation, and offers a reply by a person.',
  category: 'healthcare',
  tags: [TAG, 'chat', 'clinic', 'patients', 'appointments'],
  needs: A_MODEL,
  sample: {
    title: 'A question about a visit',
    input: { message: 'What should I bring to my first visit?', session: 'sample' },
  },
  expected: 'A short answer, or the offer that a colleague replies.',
  document: newAgent({
    prompt: {
      ...NO_PROMPT,
      purpose: 'Answers questions of patients for the front desk of a clinic.',
      instructions:
        'Be friendly and brief. Answer in the language you are asked in.\nNever diagnose, and never advise on medicines or doses. In an emergency, tell the person to call 112.',
      topics: ['appointments and opening hours', 'fees and insurance', 'how to prepare for a visit'],
      unsure: 'colleague',
    },
    greeting: 'Hello! I can help with appointments, fees and how to prepare for your visit.',
    starters: ['When are you open?', 'What should I bring to my first visit?', 'What does a consultation cost?'],
  }),
}

export const contractQuestions: WorkflowTemplate = {
  slug: 'agent-contract-questions',
  name: 'Questions about a contract',
  description: 'Reads the contract you attach to a message and answers from its words, with the clause quoted.',
  category: 'document-processing',
  tags: [TAG, 'chat', 'contract', 'legal', 'clause'],
  needs: A_MODEL,
  sample: {
    title: 'A question without a contract',
    input: { message: 'How long is the notice period?', session: 'sample' },
  },
  expected: 'It asks for the contract, or quotes the clause.',
  document: newAgent({
    prompt: {
      ...NO_PROMPT,
      purpose: 'Answers questions about contracts that people attach.',
      instructions:
        'Answer first, then quote the clause with its number. If no contract is attached yet, ask for it.\nYou explain what a contract says. You give no legal advice.',
      cites: true,
      unsure: 'say_so',
    },
    greeting: 'Attach a contract and ask me about it.',
    starters: ['How can I end this contract?', 'What do I have to pay, and when?'],
  }),
}

export const customerQuestions: WorkflowTemplate = {
  slug: 'agent-customer-questions',
  name: 'Customer support',
  description: 'Answers customers in your words, asks back when a question is unclear, and keeps to your topics.',
  category: 'customer-service',
  tags: [TAG, 'chat', 'support', 'customers', 'help desk'],
  needs: A_MODEL,
  sample: { title: 'A late parcel', input: { message: 'Where is my parcel?', session: 'sample' } },
  expected: 'An answer, or a question for the number of the order.',
  document: newAgent({
    prompt: {
      ...NO_PROMPT,
      purpose: 'Answers questions of customers of a shop.',
      instructions:
        'Be friendly and brief. Ask for the number of the order before you say anything about an order.\nNever promise a refund or a date: say that a colleague decides it.',
      topics: ['orders and delivery', 'returns and refunds', 'our products'],
      unsure: 'ask_back',
    },
    greeting: 'Hello! How can I help with your order?',
    starters: ['Where is my parcel?', 'How do I return something?'],
  }),
}
