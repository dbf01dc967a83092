import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const expenseCheck: WorkflowTemplate = {
  slug: 'check-expense-claims',
  name: 'Check expense claims',
  description: 'Reads a list of expenses, adds them up per person, and reports unusual amounts and duplicate claims.',
  category: 'finance',
  tags: ['expenses', 'audit', 'duplicates', 'anomalies', 'csv', 'travel'],
  needs: NOTHING,
  sample: {
    title: 'Five claims, one of them a duplicate',
    input: {
      text: 'date,who,narration,amount_paise\n2026-04-01,Meera,Taxi to the airport,-85000\n2026-04-02,Meera,Taxi to the airport,-85000\n2026-04-02,Farah,Hotel in Pune,-450000\n2026-04-03,Farah,Lunch,-45000\n2026-04-04,Anil,Train,-120000\n',
    },
  },
  expected: 'Totals for three people, and the taxi as a likely duplicate.',
  document: flow(
    [
      {
        id: 'claims',
        type: 'input_form',
        title: 'Claims',
        config: textForm('Claims (CSV)', 'Columns date, who, narration, amount_paise.'),
      },
      {
        id: 'rows',
        type: 'read_csv',
        title: 'Read the claims',
        config: { value: '{{ $trigger.text }}', numbers: true },
      },
      {
        id: 'sums',
        type: 'aggregate',
        title: 'Add up per person',
        config: {
          items: '{{ $nodes.rows }}',
          group_by: [{ name: 'who', by: 'who' }],
          measures: [{ name: 'total_paise', operation: 'sum', value: '-amount_paise' }, { name: 'claims' }],
        },
      },
      { id: 'odd', type: 'detect_anomalies', title: 'Find anomalies', config: { items: '{{ $nodes.rows }}' } },
      { id: 'both', type: 'merge', title: 'Combine', config: { mode: 'by_node' } },
      {
        id: 'report',
        type: 'set_fields',
        title: 'Write the report',
        config: {
          fields: [
            { name: 'by_person', value: '{{ $nodes.sums }}' },
            {
              name: 'to_ask_about',
              value:
                '{{ [$map($nodes.odd.anomalies, function($found) { {"claim": $nodes.rows[$found.index], "why": $found.reason} })] }}',
            },
          ],
        },
      },
    ],
    ['claims > rows > sums > both', 'rows > odd > both > report'],
  ),
}
