import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const ndaGate: WorkflowTemplate = {
  slug: 'nda-sign-or-review',
  name: 'NDA: sign it or have it reviewed',
  description:
    'Checks a non-disclosure agreement against a playbook of 19 points and decides whether it can be signed as it is or which points a lawyer should see.',
  category: 'document-processing',
  tags: ['legal', 'confidentiality', 'nda', 'approval', 'contract'],
  needs: NOTHING,
  sample: {
    title: 'A one-way agreement',
    input: {
      text: 'NON-DISCLOSURE AGREEMENT\n\nThis Agreement is made on 4 February 2026 between Kaveri Software Private Limited ("Discloser") and Mehta Fabricators ("Recipient").\n\n1. The Recipient shall keep the Confidential Information secret and use it only to quote a price.\n\n2. This Agreement remains in force for two years and is governed by the laws of India.',
    },
  },
  expected: 'The decision “review”, with the points that need attention or are missing.',
  document: flow(
    [
      { id: 'nda', type: 'input_form', title: 'Agreement', config: documentForm('Non-disclosure agreement') },
      readIt,
      {
        id: 'check',
        type: 'nda_check',
        title: 'Check the agreement',
        config: { document: '{{ $nodes.read.document }}' },
      },
      {
        id: 'fine',
        type: 'if',
        title: 'Is everything in order?',
        config: { condition: '{{ $nodes.check.summary.attention + $nodes.check.summary.missing = 0 }}' },
      },
      {
        id: 'sign',
        type: 'set_fields',
        title: 'Sign it',
        config: {
          fields: [
            { name: 'decision', value: 'sign' },
            { name: 'points', value: '{{ [] }}' },
          ],
        },
      },
      {
        id: 'review',
        type: 'set_fields',
        title: 'Have it reviewed',
        config: {
          fields: [
            { name: 'decision', value: 'review' },
            { name: 'points', value: '{{ [$nodes.check.checks[status != "ok"].{"point": title, "why": reason}] }}' },
          ],
        },
      },
    ],
    ['nda > read > check > fine', 'fine:true > sign', 'fine:false > review'],
  ),
}
