import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const deidentifyNote: WorkflowTemplate = {
  slug: 'deidentify-clinical-note',
  name: 'Remove personal health data',
  description:
    'Finds names, dates, numbers and addresses that identify a patient, and creates a copy of the document without them.',
  category: 'healthcare',
  tags: ['privacy', 'phi', 'hipaa', 'redact', 'anonymise', 'patient'],
  needs: NOTHING,
  sample: {
    title: 'A visit with names and numbers',
    input: { text: 'Patient: Asha Rao, DOB 14/02/1988, MRN 77120934, mobile 98450 12345. Seen for a cough.' },
  },
  expected: 'The four places that were found, and a file without them.',
  document: flow(
    [
      { id: 'note', type: 'input_form', title: 'Document', config: documentForm('Document') },
      readIt,
      { id: 'find', type: 'find_phi', title: 'Find personal data', config: { document: '{{ $nodes.read.document }}' } },
      {
        id: 'redact',
        type: 'redact_document',
        title: 'Create the copy',
        config: { document: '{{ $nodes.read }}', findings: '{{ $nodes.find.findings }}', mark: 'kind' },
      },
      { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
      {
        id: 'result',
        type: 'render_result',
        title: 'Show what was removed',
        config: {
          view: 'phi',
          data: '{{ $nodes.together }}',
          document: '{{ $nodes.read }}',
          professional_review: true,
        },
      },
    ],
    ['note > read > find > redact > together', 'find > together > result'],
  ),
}
