import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, sampleText, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Discharge summary', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or its text',
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
    part('medications', 'extract_medications', 'Find the medicines', 2),
    part('vitals', 'extract_vitals', 'Find the vital signs', 3),
    part('labs', 'extract_labs', 'Find the lab values', 4),
    part('follow_up', 'extract_follow_up', 'Find the follow-up', 5),
    { id: 'together', type: 'merge', title: 'Put together', config: { mode: 'combine' } },
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
    'Turns a discharge summary into diagnoses with codes, medicines, measurements and follow-up, each with its place.',
  description:
    'Give it a discharge summary as PDF, scan or text. It finds the sections, proposes ICD-10-CM codes for the diagnoses, lists medicines with dose, route, frequency and whether they were started or stopped, vital signs, laboratory values with units and dates, and what is to follow, each with the words on the page.',
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
    reads: ['The summary you give it', 'The installed ICD-10-CM table'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document is deleted after 24 hours. A signed-in user’s runs are kept until deleted.',
  },
  listing: {
    does: [
      'Finds the sections by their headings, in the order of the document',
      'Proposes ICD-10-CM codes with evidence, and tells denied, past and relatives’ findings apart',
      'Lists medicines with dose, route, frequency, duration and status',
      'Lists vital signs and laboratory values from sentences and tables, with units and dates',
      'Lists appointments, tests, referrals and when to come back at once',
    ],
    does_not: [
      'Compare values with reference ranges: high and low are what the document says',
      'Check doses or interactions',
      'Read handwriting or languages other than English',
      'Replace a clinician or coder: every result is a draft',
    ],
    how_it_works:
      'The document is read with the place of every word, scanned pages by text recognition. Six steps then read it side by side: sections, diagnoses, medicines, vital signs, laboratory values and follow-up, by dictionaries and rules. No language model is asked and nothing leaves this server.',
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
  changelog: 'First version.',
}
