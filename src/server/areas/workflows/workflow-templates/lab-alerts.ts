import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const labAlerts: WorkflowTemplate = {
  slug: 'lab-values-out-of-range',
  name: 'Lab values that need attention',
  description:
    'Extracts laboratory values from a report, keeps those marked high or low, and reports whether a doctor should look at them.',
  category: 'healthcare',
  tags: ['laboratory', 'blood', 'alert', 'values', 'report'],
  needs: NOTHING,
  sample: {
    title: 'Four values, two of them marked',
    input: { text: 'Labs: HbA1c 8.1% (H), creatinine 1.4 mg/dL (H), sodium 139 mmol/L, potassium 4.1 mmol/L.' },
  },
  expected: 'An alert with the marked values and their units.',
  document: flow(
    [
      {
        id: 'report',
        type: 'input_form',
        title: 'Lab report',
        config: textForm('Lab report', 'Paste the report, or the note it stands in.'),
      },
      { id: 'labs', type: 'extract_labs', title: 'Find the values', config: { document: '{{ $trigger.text }}' } },
      {
        id: 'marked',
        type: 'filter',
        title: 'Keep marked values',
        config: { items: '{{ $nodes.labs.labs }}', condition: 'flag != null' },
      },
      { id: 'any', type: 'if', title: 'Is anything marked?', config: { condition: '{{ $count($nodes.marked) > 0 }}' } },
      {
        id: 'alert',
        type: 'set_fields',
        title: 'Raise the alert',
        config: {
          fields: [
            { name: 'alert', value: true },
            {
              name: 'message',
              value: '{{ $join($nodes.marked.(name & " " & value & " " & unit & " is " & flag), "; ") }}',
            },
            { name: 'values', value: '{{ $nodes.marked }}' },
          ],
        },
      },
      {
        id: 'calm',
        type: 'set_fields',
        title: 'Nothing to report',
        config: {
          fields: [
            { name: 'alert', value: false },
            { name: 'message', value: 'No value is marked as high or low.' },
            { name: 'values', value: '{{ [] }}' },
          ],
        },
      },
    ],
    ['report > labs > marked > any', 'any:true > alert', 'any:false > calm'],
  ),
}
