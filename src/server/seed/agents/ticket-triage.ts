import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'text',
      label: 'Tickets',
      type: 'textarea',
      help: 'One ticket, or several separated by a line of ---.',
      max_length: 500_000,
    },
    { name: 'file', label: 'Or upload a document', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
  ],
  at_least_one_of: [['text', 'file']],
}

const document = workflow(
  [
    { id: 'inbox', type: 'input_form', title: 'Tickets', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the tickets',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'triage',
      type: 'ticket_triage',
      title: 'Sort the tickets',
      config: { tickets: '{{ $nodes.read.document }}' },
    },
    secondLook('triage', 'tickets'),
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the tickets',
      config: { view: 'tickets', data: '{{ $nodes.second }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['inbox', 'read'],
    ['read', 'triage'],
    ['triage', 'second'],
    ['second', 'result'],
  ],
)

const SEVERAL = readFileSync(join(import.meta.dirname, '../samples/tickets.txt'), 'utf8').trim()
const list = { type: 'array', items: { type: 'object' } }

export const ticketTriage: FirstPartyAgent = {
  slug: 'ticket-triage',
  name: 'Ticket triage',
  tagline: 'Classifies customer messages by category, priority and mood, in English and Hindi, with a draft reply.',
  description:
    'Paste one ticket or a whole inbox. The agent identifies what each ticket is about, how urgent it is and why, the customer’s mood, the language, the responsible team and whether another ticket says the same. It marks the words that decided and drafts a reply.',
  category: 'customer-service',
  icon: 'message-circle-question',
  tags: ['tickets', 'support', 'triage', 'hindi'],
  view: 'tickets',
  document,
  output_schema: {
    type: 'object',
    required: ['tickets', 'summary'],
    properties: { tickets: list, summary: { type: 'object' } },
  },
  samples: [
    { title: 'Eight tickets of a shop', input: { text: SEVERAL }, file: null },
    {
      title: 'One urgent ticket',
      input: {
        text: 'Subject: URGENT, billing is down\nSince this morning no invoice can be made, every try ends in error 502. Our shop is full of customers. Please call immediately.\nRegards,\nFarah Khan',
      },
      file: null,
    },
  ],
  permissions: {
    reads: ['The tickets you provide'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Sorts into eleven categories, with the words that decided marked in the text',
      'Sets a priority and explains it: security, work at a standstill, a deadline, a long wait',
      'Reads English, Hindi and Hindi in Latin letters; identifies nine more Indian languages',
      'Recognises tickets that say the same',
    ],
    does_not: [
      'Send anything to a customer',
      'Understand irony',
      'Classify tickets in languages other than English and Hindi',
    ],
    how_it_works:
      'Weighted phrases, counted less with each repetition and more in the subject, decide the category; signs of urgency add up to a priority; sentiment words, inverted by negation, give the mood. Shared words identify duplicate tickets. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
}
