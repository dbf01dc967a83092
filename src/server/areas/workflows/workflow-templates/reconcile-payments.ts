import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const reconcilePayments: WorkflowTemplate = {
  slug: 'reconcile-bank-and-ledger',
  name: 'Match bank and ledger',
  description:
    'Reads bank and ledger lines as CSV, matches them by reference, amount and date, and lists unmatched lines.',
  category: 'finance',
  tags: ['reconciliation', 'payments', 'books', 'csv', 'bank'],
  needs: NOTHING,
  sample: {
    title: 'Two lines match, one does not',
    input: {
      bank: 'date,amount_paise,reference\n2026-01-01,10000,UTR0001\n2026-01-02,25000,\n',
      ledger: 'date,amount_paise,reference\n2026-01-04,25000,\n2026-03-01,10000,utr-0001\n2026-01-01,900,\n',
    },
  },
  expected: 'Two matches, no unmatched line at the bank, and one in the ledger.',
  document: flow(
    [
      {
        id: 'lists',
        type: 'input_form',
        title: 'Two lists',
        config: {
          fields: [
            {
              name: 'bank',
              label: 'Bank (CSV)',
              type: 'textarea',
              required: true,
              help: 'Columns date, amount_paise, reference.',
            },
            { name: 'ledger', label: 'Ledger (CSV)', type: 'textarea', required: true, help: 'The same columns.' },
          ],
        },
      },
      { id: 'bank', type: 'read_csv', title: 'Read the bank', config: { value: '{{ $trigger.bank }}', numbers: true } },
      {
        id: 'ledger',
        type: 'read_csv',
        title: 'Read the ledger',
        config: { value: '{{ $trigger.ledger }}', numbers: true },
      },
      { id: 'both', type: 'merge', title: 'Wait for both', config: { mode: 'by_node' } },
      {
        id: 'match',
        type: 'reconcile',
        title: 'Match them',
        config: { left: '{{ $nodes.bank }}', right: '{{ $nodes.ledger }}' },
      },
      {
        id: 'open',
        type: 'set_fields',
        title: 'List unmatched lines',
        config: {
          fields: [
            { name: 'matched', value: '{{ $count($nodes.match.matches) }}' },
            { name: 'only_bank', value: '{{ [$map($nodes.match.left_only, function($at) { $nodes.bank[$at] })] }}' },
            {
              name: 'only_ledger',
              value: '{{ [$map($nodes.match.right_only, function($at) { $nodes.ledger[$at] })] }}',
            },
            { name: 'difference_paise', value: '{{ $nodes.match.difference_paise }}' },
          ],
        },
      },
    ],
    ['lists > bank > both', 'lists > ledger > both > match > open'],
  ),
}
