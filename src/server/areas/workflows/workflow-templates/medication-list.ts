import { flow, NOTHING, textForm, type WorkflowTemplate } from './template.ts'

export const medicationList: WorkflowTemplate = {
  slug: 'discharge-medication-list',
  name: 'Medication list for the patient',
  description:
    'Extracts the medications and the next appointments from a discharge letter and writes them as a list for the patient.',
  category: 'healthcare',
  tags: ['discharge', 'medicines', 'prescription', 'patient', 'follow-up'],
  needs: NOTHING,
  sample: {
    title: 'A discharge letter',
    input: {
      text: 'Medications: Metformin 500 mg BID. Aspirin 81 mg daily.\nPlan: Follow up with Dr. Rao in two weeks. Return at once if there is chest pain.',
    },
  },
  expected: 'A text with two medications, their dose and frequency, and the appointment with Dr. Rao.',
  document: flow(
    [
      {
        id: 'letter',
        type: 'input_form',
        title: 'Discharge letter',
        config: textForm('Discharge letter', 'Paste the letter.'),
      },
      {
        id: 'medicines',
        type: 'extract_medications',
        title: 'Find the medications',
        config: { document: '{{ $trigger.text }}' },
      },
      {
        id: 'next',
        type: 'extract_follow_up',
        title: 'Find the follow-up',
        config: { document: '{{ $trigger.text }}' },
      },
      { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
      {
        id: 'list',
        type: 'template',
        title: 'Write the list',
        config: {
          text: '## Your medicines\n{{ $join($nodes.medicines.medications.("- " & name & ($exists(dose) ? ", " & dose : "") & ($exists(frequency) ? ", " & frequency : "")), "\\n") }}\n\n## What comes next\n{{ $join($nodes.next.follow_up.("- " & text), "\\n") }}\n\nAsk your doctor before you change anything.',
        },
      },
      {
        id: 'result',
        type: 'render_result',
        title: 'Show the list',
        config: { view: 'markdown', data: '{{ {"markdown": $nodes.list} }}', professional_review: true },
      },
    ],
    ['letter > medicines > together', 'letter > next > together > list > result'],
  ),
}
