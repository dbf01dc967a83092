import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const obligationsTable: WorkflowTemplate = {
  slug: 'obligations-as-a-table',
  name: 'Obligations of a contract as a table',
  description: 'Lists who must do what and by when in a contract, with deadlines first, as CSV for a spreadsheet.',
  category: 'document-processing',
  tags: ['legal', 'deadlines', 'duties', 'csv', 'calendar', 'contract'],
  needs: NOTHING,
  sample: {
    title: 'Two sentences of a lease',
    input: {
      text: '1. The Lessee shall pay the rent by 5 May 2026 and shall not sublet.\n\n2. The deposit shall be refunded by the Lessor within thirty days.',
    },
  },
  expected: 'Three obligations, also as CSV with the columns who, what, kind and deadline.',
  document: flow([
    { id: 'contract', type: 'input_form', title: 'Contract', config: documentForm('Contract') },
    readIt,
    {
      id: 'duties',
      type: 'extract_obligations',
      title: 'Find the obligations',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'rows',
      type: 'set_fields',
      title: 'Create rows',
      config: {
        json: '{{ [$nodes.duties.obligations.{"who": who, "what": what, "kind": kind, "deadline": deadline.text ? deadline.text : ""}] }}',
      },
    },
    {
      id: 'sorted',
      type: 'sort',
      title: 'Deadlines first',
      config: { items: '{{ $nodes.rows }}', keys: [{ by: 'deadline = ""' }, { by: 'who' }] },
    },
    {
      id: 'csv',
      type: 'make_csv',
      title: 'Write the table',
      config: { items: '{{ $nodes.sorted }}', columns: ['who', 'what', 'kind', 'deadline'] },
    },
    {
      id: 'result',
      type: 'set_fields',
      title: 'Output both',
      config: {
        fields: [
          { name: 'obligations', value: '{{ $nodes.sorted }}' },
          { name: 'csv', value: '{{ $nodes.csv }}' },
        ],
      },
    },
  ]),
}
