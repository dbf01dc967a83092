import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const eachItem: WorkflowTemplate = {
  slug: 'work-on-each-item',
  name: 'Process each item of a list',
  description:
    'Processes a list, several items at a time: writes a message for every item and combines the results. Use this pattern for any repeated work.',
  category: 'general',
  tags: ['loop', 'for each', 'list', 'batch', 'messages'],
  needs: NOTHING,
  sample: {
    title: 'Reminders for two customers',
    input: { text: 'name,due\nMeera,₹1,200\nFarah,₹800\n'.replace('₹1,200', '"₹1,200"') },
  },
  expected: 'Two reminders, each with name and amount.',
  document: flow(
    [
      {
        id: 'list',
        type: 'input_form',
        title: 'List',
        config: {
          fields: [
            { name: 'text', label: 'List (CSV)', type: 'textarea', required: true, help: 'Columns name and due.' },
          ],
        },
      },
      { id: 'rows', type: 'read_csv', title: 'Read it', config: { value: '{{ $trigger.text }}' } },
      { id: 'each', type: 'map', title: 'For each row', config: { items: '{{ $nodes.rows }}' } },
      {
        id: 'message',
        type: 'template',
        title: 'Write the reminder',
        config: { text: 'Dear {{ $item.name }}, {{ $item.due }} is due. Thank you!' },
      },
      {
        id: 'result',
        type: 'set_fields',
        title: 'Combine',
        config: {
          fields: [
            { name: 'messages', value: '{{ $nodes.each }}' },
            { name: 'count', value: '{{ $count($nodes.rows) }}' },
          ],
        },
      },
    ],
    ['list > rows > each', 'each:item > message', 'each > result'],
  ),
}
