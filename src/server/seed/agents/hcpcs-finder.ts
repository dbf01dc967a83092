import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'text',
      label: 'Clinical text',
      type: 'textarea',
      help: 'Paste a note, an order or a treatment record.',
      max_length: 200_000,
    },
    { name: 'file', label: 'Or upload a document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
  ],
  at_least_one_of: [['text', 'file']],
}

const document = workflow(
  [
    { id: 'note', type: 'input_form', title: 'Clinical text', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the text',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    {
      id: 'codes',
      type: 'find_hcpcs',
      title: 'Find HCPCS codes',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the codes',
      config: { view: 'codes', data: '{{ $nodes.codes }}', document: '{{ $nodes.read }}', professional_review: true },
    },
  ],
  [
    ['note', 'read'],
    ['read', 'codes'],
    ['codes', 'result'],
  ],
)

const EMERGENCY = `Emergency department course
Type 2 diabetic, 44 years old, fell on the stairs. Received ketorolac 30 mg IV and ondansetron 4 mg IV with 1 liter of normal saline bolus. Ceftriaxone 1 g IM was given for a urinary tract infection. Tetanus is up to date.
Left ankle placed in a CAM boot and crutches provided. A short arm splint was applied to the right wrist. No wheelchair needed.
Discharged on ibuprofen 600 mg by mouth. Home medications: metformin, furosemide 40 mg daily. Glucometer and test strips ordered.`

export const hcpcsFinder: FirstPartyAgent = {
  slug: 'hcpcs-finder',
  name: 'HCPCS finder',
  tagline:
    'Finds the HCPCS Level II codes of equipment, supplies and administered drugs in a note, with the words and the billing units.',
  description:
    'Paste or upload a note, an order or a treatment record. The agent finds equipment, supplies, orthoses, blood products, screening services and drugs given by injection, infusion or nebuliser, proposes the HCPCS Level II code for each, shows the words on the page and converts doses to billing units. Negated and planned items are kept separate.',
  category: 'healthcare',
  icon: 'clipboard-list',
  tags: ['hcpcs', 'medical-billing', 'dme', 'evidence'],
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
            code: { type: 'string' },
            description: { type: 'string' },
            confidence: { type: 'number', minimum: 0, maximum: 1 },
            assertion: { enum: ['present', 'possible', 'negated', 'historical', 'family'] },
            note: { type: ['string', 'null'], description: 'The billing units of a dose.' },
            evidence: { type: 'array', items: { type: 'object' } },
          },
        },
      },
    },
  },
  samples: [
    sampleFile('Discharge planning note (PDF)', 'equipment-visit'),
    { title: 'Emergency course (text)', input: { text: EMERGENCY }, file: null },
  ],
  permissions: {
    reads: ['The text you provide', 'The installed HCPCS table'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Finds durable equipment, supplies, orthoses, blood products, vaccines and screening services by the words clinicians use',
      'Counts a drug only if it was given by injection, infusion or nebuliser, not if it is taken at home',
      'Converts a dose to billing units: ketorolac 30 mg is 2 units of J1885',
      'Shows the sentence and position on the page for every code, and what is negated',
    ],
    does_not: [
      'Code procedures: CPT is licensed by the AMA and dental codes by the ADA; neither is included',
      'Choose modifiers, or check coverage and medical necessity',
      'Know words for all of some 7,000 codes: a starter table of 389 codes with clinicians’ words is included; the official table can be imported',
      'Replace a qualified coder: every result is a draft',
    ],
    how_it_works:
      'Four steps, all on this server: the document is read with the position of every word, scanned pages by text recognition; sentences are searched for the words of the code table, longest first; each mention gets an assertion (ConText, NegEx); drugs are kept only if they were given. It uses no AI model, and no data leaves this server.',
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}
