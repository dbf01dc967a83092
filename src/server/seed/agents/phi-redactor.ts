import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or a text',
      type: 'textarea',
      help: 'Paste a text instead of a file.',
      max_length: 200_000,
    },
    {
      name: 'name_kinds',
      label: 'Write the kind in place of words, such as [NAME]',
      type: 'boolean',
      help: 'For DOCX and text; otherwise ███. On pages of a PDF the words become black.',
    },
  ],
  at_least_one_of: [['file', 'text']],
}

const document = workflow(
  [
    { id: 'request', type: 'input_form', title: 'Document', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the document',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    {
      id: 'find',
      type: 'find_phi',
      title: 'Find personal health data',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'redact',
      type: 'redact_document',
      title: 'Make the redacted file',
      config: {
        document: '{{ $nodes.read }}',
        findings: '{{ $nodes.find.findings }}',
        mark: '{{ $trigger.name_kinds ? "kind" : "block" }}',
      },
    },
    { id: 'together', type: 'merge', title: 'Put together', config: { mode: 'combine' } },
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
  [
    ['request', 'read'],
    ['read', 'find'],
    ['find', 'redact'],
    ['find', 'together'],
    ['redact', 'together'],
    ['together', 'result'],
  ],
)

const VISIT = `Clinic visit, 3 June 2026
Patient: Ritu Malhotra, DOB 14/02/1988, MRN 77120934
Seen with her husband Sandeep at Green Park Clinic, Lucknow. Mobile 94150 22331, ritu.m@example.com.
Referred by Dr. Anil Bose. Aadhaar 2341 2341 2346.

Mrs. Malhotra has had migraine since 2019, worse since April. No fever. BP 118/76. Started on propranolol 40 mg daily.
Review on 1 July 2026. Contact the clinic at 0522-2345678 if headaches get worse.

Dr. Farah Siddiqui, MBBS, MD`

export const phiRedactor: FirstPartyAgent = {
  slug: 'phi-redactor',
  name: 'PHI redactor',
  tagline: 'Removes what tells who a patient is from a document, and lists every word it removed.',
  description:
    'Give it a clinical document as PDF, scan, DOCX or text. It looks for the identifiers of HIPAA’s Safe Harbor rule and those of India (Aadhaar, ABHA, PAN), makes a new file in which they are gone (pages of a PDF are drawn anew, so nothing is left under the black), and lists what was removed, of which kind and why. It will miss some: a person must read the result.',
  category: 'healthcare',
  icon: 'shield-check',
  tags: ['de-identification', 'hipaa', 'privacy', 'redaction'],
  view: 'phi',
  document,
  output_schema: {
    type: 'object',
    required: ['findings', 'file', 'by_kind'],
    properties: {
      findings: places(),
      file: { type: 'object' },
      by_kind: { type: 'object' },
      removed: { type: 'integer' },
    },
  },
  samples: [
    sampleFile('Referral letter (PDF)', 'referral-letter'),
    { title: 'Clinic visit (text)', input: { text: VISIT, name_kinds: true }, file: null },
  ],
  permissions: {
    reads: ['The document you give it'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document and the redacted file are deleted after 24 hours. A signed-in user’s are kept until deleted.',
  },
  listing: {
    does: [
      'Finds names, dates, ages over 89, addresses, cities, institutions, telephone numbers, e-mail addresses and the numbers of records, plans, licences and devices',
      'Knows Aadhaar (with its check digit), ABHA and PAN',
      'Draws pages of a PDF anew: no text, no metadata and no attachments of the old file are left',
      'Lists every removed word with its kind, place and what gave it away',
    ],
    does_not: [
      'Find everything: recall is measured, not perfect; names that no rule or list knows stay',
      'Look at photographs, faces, handwriting, logos or signatures',
      'Keep the layout of a DOCX: headings, paragraphs and tables are written anew',
      'Certify de-identification: that takes an expert or a person who checks',
    ],
    how_it_works:
      'The document is read with the place of every word, scanned pages by text recognition. Rules look for forms and labels, lists know common names and cities, and a name found once is looked for everywhere. The redacted file is written anew from what is left. No language model is asked and nothing leaves this server.',
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
  changelog: 'First version.',
}

function places(): JsonObject {
  return { type: 'array', items: { type: 'object' } }
}
