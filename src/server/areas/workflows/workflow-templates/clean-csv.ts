import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const cleanCsv: WorkflowTemplate = {
  slug: 'clean-a-contact-list',
  name: 'Clean a list of contacts',
  description:
    'Reads a CSV list, removes rows without an address and duplicates, sorts the rest and writes it back as CSV.',
  category: 'general',
  tags: ['csv', 'duplicates', 'contacts', 'spreadsheet', 'data'],
  needs: NOTHING,
  sample: {
    title: 'Four rows: one duplicate, one without an address',
    input: { text: 'name,email\nMeera,meera@example.com\nAnil,\nFarah,farah@example.com\nMeera R,MEERA@example.com\n' },
  },
  expected: 'Two rows as CSV, and the number of removed rows.',
  document: flow([
    { id: 'list', type: 'input_form', title: 'List', config: textForm('List (CSV)', 'With a column email.') },
    { id: 'rows', type: 'read_csv', title: 'Read it', config: { value: '{{ $trigger.text }}' } },
    {
      id: 'with_address',
      type: 'filter',
      title: 'Keep rows with an address',
      config: { items: '{{ $nodes.rows }}', condition: '$contains(email, "@")' },
    },
    {
      id: 'once',
      type: 'deduplicate',
      title: 'Remove duplicate addresses',
      config: { items: '{{ $nodes.with_address }}', by: '$lowercase(email)' },
    },
    {
      id: 'ordered',
      type: 'sort',
      title: 'Sort by name',
      config: { items: '{{ $nodes.once }}', keys: [{ by: 'name' }] },
    },
    { id: 'csv', type: 'make_csv', title: 'Write the CSV', config: { items: '{{ $nodes.ordered }}' } },
    {
      id: 'result',
      type: 'set_fields',
      title: 'Output the list',
      config: {
        fields: [
          { name: 'csv', value: '{{ $nodes.csv }}' },
          { name: 'kept', value: '{{ $count($nodes.ordered) }}' },
          { name: 'dropped', value: '{{ $count($nodes.rows) - $count($nodes.ordered) }}' },
        ],
      },
    },
  ]),
}
