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
      help: 'One ticket, or several with a line of --- between them.',
      max_length: 500_000,
    },
    { name: 'file', label: 'Or a document', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
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
  tagline:
    'Sorts what customers write by category, priority and mood, in English and Hindi, with a reply to start from.',
  description:
    'Give it one ticket or a whole inbox. It says what each is about, how soon it needs an answer and why, how the writer feels, the language, the team that takes it and whether another ticket says the same, marks the words that decided, and offers a reply to start from.',
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
    reads: ['The tickets you give it'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. A signed-in user’s runs are kept until deleted.',
  },
  listing: {
    does: [
      'Sorts into eleven categories, with the words that decided marked in the text',
      'Sets a priority and says why: security, work standing still, a deadline, waiting long',
      'Reads English, Hindi and Hindi in Latin letters; names nine more Indian languages',
      'Sees tickets that say the same',
    ],
    does_not: [
      'Send anything to a customer',
      'Understand irony',
      'Sort tickets in languages other than English and Hindi',
    ],
    how_it_works:
      'Phrases with weights, counted less each time they repeat and more in the subject, decide the category; signs of urgency add up to a priority; words of feeling, turned round by a negation, give the mood. Shared words tell tickets that say the same. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
  changelog: 'First version.',
}
