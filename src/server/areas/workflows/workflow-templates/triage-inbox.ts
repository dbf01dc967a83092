import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const triageInbox: WorkflowTemplate = {
  slug: 'triage-support-tickets',
  name: 'Sort the support inbox',
  description:
    'Sorts tickets by category, priority and mood, in English and Hindi, names the team for each and drafts a reply.',
  category: 'customer-service',
  tags: ['tickets', 'support', 'priority', 'helpdesk', 'hindi'],
  needs: NOTHING,
  sample: {
    title: 'Two tickets',
    input: {
      text: 'Subject: URGENT, billing is down\nSince this morning no invoice can be made, every try ends in error 502. Please call immediately.\n\n---\n\nSubject: Refund\nThe mixer came broken, I want a refund for order 9912.',
    },
  },
  expected: 'Two tickets: one urgent and technical, one about a refund, each with a team and a draft reply.',
  document: flow([
    {
      id: 'inbox',
      type: 'input_form',
      title: 'Tickets',
      config: textForm('Tickets', 'One or many, parted by lines of dashes.'),
    },
    { id: 'read', type: 'read_document', title: 'Read the tickets', config: { text: '{{ $input.text }}' } },
    { id: 'triage', type: 'ticket_triage', title: 'Sort them', config: { tickets: '{{ $nodes.read.document }}' } },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the tickets',
      config: { view: 'tickets', data: '{{ $nodes.triage }}', document: '{{ $nodes.read }}' },
    },
  ]),
}
