import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const noteToCodes: WorkflowTemplate = {
  slug: 'note-to-icd10-codes',
  name: 'Clinical note to ICD-10-CM codes',
  description:
    'Reads a clinical note and proposes diagnosis codes, each with the words that support it. Negated findings are left out; findings in the family are coded as family history.',
  category: 'healthcare',
  tags: ['coding', 'icd-10', 'diagnosis', 'billing', 'medical'],
  needs: NOTHING,
  sample: {
    title: 'A short visit',
    input: {
      text: 'Assessment: Type 2 diabetes mellitus with polyneuropathy. Essential hypertension. No chest pain.\nFamily history: breast cancer in the mother.',
    },
  },
  expected:
    'Codes for the diabetes and the hypertension with their locations in the note; chest pain is marked as negated.',
  document: flow([
    { id: 'note', type: 'input_form', title: 'Clinical note', config: documentForm('Clinical note') },
    readIt,
    {
      id: 'codes',
      type: 'code_diagnoses',
      title: 'Find the codes',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the codes',
      config: { view: 'codes', data: '{{ $nodes.codes }}', document: '{{ $nodes.read }}', professional_review: true },
    },
  ]),
}
