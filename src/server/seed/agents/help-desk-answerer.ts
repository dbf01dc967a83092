import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'question',
      label: 'Customer’s question',
      type: 'textarea',
      required: true,
      help: 'Paste the question or email.',
      max_length: 4_000,
    },
    {
      name: 'file',
      label: 'Your help articles',
      type: 'file',
      help: 'PDF, DOCX or Markdown; every heading starts an article.',
    },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Start every article with # and its title.',
      max_length: 500_000,
    },
    {
      name: 'knowledge',
      label: 'Or your knowledge base',
      type: 'knowledge',
      help: 'Answers from the policies and articles you keep here, with document and page.',
    },
  ],
  at_least_one_of: [['file', 'text', 'knowledge']],
}

const document = workflow(
  [
    { id: 'request', type: 'input_form', title: 'Question and articles', config: input },
    {
      id: 'knowledge',
      type: 'chosen_knowledge',
      title: 'Search your knowledge base',
      config: { base: '{{ $trigger.knowledge }}', query: '{{ $trigger.question }}' },
      row: 1,
    },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the articles',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', optional: true },
    },
    {
      id: 'answer',
      type: 'answer_with_citations',
      title: 'Answer from the articles',
      config: {
        question: '{{ $trigger.question }}',
        articles: '{{ $nodes.read.document }}',
        knowledge: '{{ $nodes.knowledge }}',
      },
    },
    secondLook('answer', 'answers'),
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the answer',
      config: { view: 'answer', data: '{{ $nodes.second }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['request', 'read'],
    ['request', 'knowledge'],
    ['read', 'answer'],
    ['knowledge', 'answer'],
    ['answer', 'second'],
    ['second', 'result'],
  ],
)

const ARTICLES = readFileSync(join(import.meta.dirname, '../samples/help-centre.md'), 'utf8').trim()
const list = { type: 'array', items: { type: 'object' } }

export const helpDeskAnswerer: FirstPartyAgent = {
  slug: 'help-desk-answerer',
  name: 'Help-desk answerer',
  tagline:
    'Answers customers from your own help articles, with the sentence that supports the answer, or hands over to a person.',
  description:
    'Provide your help articles, or choose a knowledge base of yours, and a customer’s question. The agent finds the article with the answer, quotes the sentence with its location, writes a reply that is ready to send, and names related articles. If the articles don’t answer the question, it says so and makes nothing up.',
  category: 'customer-service',
  icon: 'headset',
  tags: ['help-desk', 'question-answering', 'citations', 'support'],
  view: 'answer',
  document,
  output_schema: {
    type: 'object',
    required: ['found', 'answer', 'citations', 'reply', 'escalate'],
    properties: {
      found: { type: 'boolean' },
      answer: { type: ['string', 'null'] },
      citations: list,
      reply: { type: ['string', 'null'] },
      escalate: { type: 'boolean' },
      related: list,
    },
  },
  samples: [
    sampleFile('Refund of a returned lamp (PDF articles)', 'help-centre', {
      question: 'I sent back a lamp last week. How long does a refund to my UPI account take?',
    }),
    {
      title: 'Address after packing (text articles)',
      input: { question: 'Can I still change the delivery address? My parcel is packed already.', text: ARTICLES },
      file: null,
    },
  ],
  permissions: {
    reads: ['The question and the articles you provide', 'The knowledge base that you choose, if any'],
    sends_to: [],
    models: ['Universal Sentence Encoder lite, on this server, to find passages by meaning', SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Finds the sentence in your articles that answers, by words and by meaning',
      'Writes a reply with the whole section, so that no step is missing',
      'Hands over to a person if nothing answers, with the closest match',
    ],
    does_not: [
      'Write anything that your articles don’t say',
      'Look into orders or accounts',
      'Read articles in languages other than English',
    ],
    how_it_works:
      'The articles are split at their headings. Words (BM25) and meaning (sentence embeddings) find passages, whose sentences are scored by how much of the question they cover; below a measured threshold no answer is given. If no single sentence answers, an article whose title matches the question is used. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
}
