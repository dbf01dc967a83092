import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, sampleText, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'text',
      label: 'Clinical note',
      type: 'textarea',
      help: 'Paste a discharge summary, a clinic note or any clinical text.',
      max_length: 200_000,
    },
    { name: 'file', label: 'Or upload a document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
  ],
  at_least_one_of: [['text', 'file']],
}

const document = workflow(
  [
    { id: 'note', type: 'input_form', title: 'Clinical note', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the note',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    {
      id: 'entities',
      type: 'recognise_entities',
      title: 'Find diagnoses',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'codes',
      type: 'code_diagnoses',
      title: 'Code the diagnoses',
      config: { document: '{{ $nodes.read.document }}', entities: '{{ $nodes.entities.entities }}' },
    },
    secondLook('codes', 'diagnoses'),
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the codes',
      config: { view: 'codes', data: '{{ $nodes.second }}', document: '{{ $nodes.read }}', professional_review: true },
    },
  ],
  [
    ['note', 'read'],
    ['read', 'entities'],
    ['entities', 'codes'],
    ['codes', 'second'],
    ['second', 'result'],
  ],
)

export const icd10Coder: FirstPartyAgent = {
  slug: 'icd10-coder',
  name: 'ICD-10-CM coder with evidence',
  tagline: 'Reads a clinical note and proposes ICD-10-CM codes, each with the words on the page that support it.',
  description:
    'Upload a discharge summary or a clinic note as PDF or text. The agent finds the diagnoses, separates present findings from negated, historical and family ones, chooses the most specific code that the words support, and shows the sentence and the exact position for each code. You accept, change or reject each one.',
  category: 'healthcare',
  icon: 'stethoscope',
  tags: ['icd-10', 'medical-coding', 'clinical-notes', 'evidence'],
  view: 'codes',
  document,
  output_schema: {
    type: 'object',
    required: ['codes'],
    properties: {
      codes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['code', 'description', 'confidence', 'assertion', 'evidence'],
          properties: {
            code: { type: 'string', description: 'With the dot.' },
            description: { type: 'string' },
            confidence: { type: 'number', minimum: 0, maximum: 1 },
            assertion: { enum: ['present', 'possible', 'negated', 'historical', 'family'] },
            evidence: { type: 'array', items: { type: 'object' } },
          },
        },
      },
    },
  },
  samples: [
    sampleFile('Discharge summary (PDF)', 'discharge-summary'),
    { title: 'Clinic note (text)', input: { text: sampleText('clinic-visit') }, file: null },
  ],
  permissions: {
    reads: ['The note you provide', 'The installed ICD-10-CM table'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Reads PDF, DOCX, text and scans in English',
      'Marks negated, historical, possible and family findings (ConText, NegEx)',
      'Prefers the more specific billable code if the words support it, with laterality',
      'Shows the sentence and position on the page for every code',
    ],
    does_not: [
      'Code procedures: CPT is licensed by the AMA and not included',
      'Read handwriting',
      'Replace a qualified coder: every result is a draft',
    ],
    how_it_works:
      'Five steps, all on this server: the document is parsed with the position of every word; sections and sentences are found; mentions are looked up in the descriptions and synonyms of the code table; each mention gets an assertion; the most specific supported code is chosen. ' +
      SECOND_LOOK.how,
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}
