import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, sampleText, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Discharge summary', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Paste the text of a discharge summary.',
      max_length: 200_000,
    },
  ],
  at_least_one_of: [['file', 'text']],
}

const part = (id: string, type: string, title: string, row: number) => ({
  id,
  type,
  title,
  config: { document: '{{ $nodes.read.document }}' },
  row,
})

const document = workflow(
  [
    { id: 'summary', type: 'input_form', title: 'Discharge summary', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the summary',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    part('sections', 'clinical_sections', 'Find the sections', 0),
    part('codes', 'code_diagnoses', 'Code the diagnoses', 1),
    part('medications', 'extract_medications', 'Find the medications', 2),
    part('vitals', 'extract_vitals', 'Find the vital signs', 3),
    part('labs', 'extract_labs', 'Find the lab values', 4),
    part('follow_up', 'extract_follow_up', 'Find the follow-up', 5),
    { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the summary',
      config: {
        view: 'discharge',
        data: '{{ $nodes.together }}',
        document: '{{ $nodes.read }}',
        professional_review: true,
      },
    },
  ],
  [
    ['summary', 'read'],
    ...['sections', 'codes', 'medications', 'vitals', 'labs', 'follow_up'].flatMap((id): [string, string][] => [
      ['read', id],
      [id, 'together'],
    ]),
    ['together', 'result'],
  ],
)

const places = { type: 'array', items: { type: 'object' } }

export const dischargeStructurer: FirstPartyAgent = {
  slug: 'discharge-structurer',
  name: 'Discharge-summary structurer',
  tagline:
    'Turns a discharge summary into coded diagnoses, medications, measurements and follow-up, each with its location.',
  description:
    'Upload a discharge summary as PDF, scan or text. The agent finds the sections, proposes ICD-10-CM codes for the diagnoses, and lists medications with dose, route, frequency and whether they were started or stopped, vital signs, laboratory values with units and dates, and follow-up, each with the words on the page.',
  category: 'healthcare',
  icon: 'clipboard-list',
  tags: ['discharge-summary', 'clinical-notes', 'icd-10', 'medications'],
  view: 'discharge',
  document,
  output_schema: {
    type: 'object',
    required: ['sections', 'codes', 'medications', 'vitals', 'labs', 'follow_up'],
    properties: {
      sections: places,
      codes: places,
      medications: places,
      vitals: places,
      labs: places,
      follow_up: places,
    },
  },
  samples: [
    sampleFile('Inpatient summary (PDF)', 'inpatient-summary'),
    { title: 'Heart failure summary (text)', input: { text: sampleText('discharge-summary') }, file: null },
  ],
  permissions: {
    reads: ['The summary you provide', 'The installed ICD-10-CM table'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Finds the sections by their headings, in the order of the document',
      'Proposes ICD-10-CM codes with evidence, and separates negated, historical and family findings',
      'Lists medications with dose, route, frequency, duration and status',
      'Lists vital signs and laboratory values from sentences and tables, with units and dates',
      'Lists appointments, tests, referrals and when to return immediately',
    ],
    does_not: [
      'Compare values with reference ranges: high and low are taken from the document',
      'Check doses or interactions',
      'Read handwriting or languages other than English',
      'Replace a clinician or coder: every result is a draft',
    ],
    how_it_works:
      'The document is read with the position of every word; scanned pages are read by text recognition. Six steps then work in parallel: sections, diagnoses, medications, vital signs, laboratory values and follow-up, by dictionaries and rules. It uses no AI model, and no data leaves this server.',
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}
