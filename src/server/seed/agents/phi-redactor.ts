import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Paste a text instead of a file.',
      max_length: 200_000,
    },
    {
      name: 'name_kinds',
      label: 'Replace words with their kind, such as [NAME]',
      type: 'boolean',
      help: 'For DOCX and text; otherwise ███. In PDFs the words are blacked out.',
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
  tagline: 'Removes information that identifies a patient from a document, and lists every word it removed.',
  description:
    'Upload a clinical document as PDF, scan, DOCX or text. The agent looks for the identifiers of HIPAA’s Safe Harbor rule and those of India (Aadhaar, ABHA, PAN), creates a new file without them (pages of a PDF are redrawn, so nothing remains under the black areas), and lists what was removed, its kind and the reason. It will miss some identifiers, so a person must check the result.',
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
    reads: ['The document you provide'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document and the redacted file are deleted after 24 hours. Those of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Finds names, dates, ages over 89, addresses, cities, institutions, telephone numbers, email addresses and the numbers of records, plans, licences and devices',
      'Knows Aadhaar (with its check digit), ABHA and PAN',
      'Redraws the pages of a PDF: no text, metadata or attachments of the original file remain',
      'Lists every removed word with its kind, location and the reason',
    ],
    does_not: [
      'Find everything: recall is measured, not perfect; names that no rule or list knows remain',
      'Process photographs, faces, handwriting, logos or signatures',
      'Keep the layout of a DOCX: headings, paragraphs and tables are recreated',
      'Certify de-identification: that requires an expert or a person who checks',
    ],
    how_it_works:
      'The document is read with the position of every word; scanned pages are read by text recognition. Rules look for formats and labels, lists contain common names and cities, and a name found once is searched everywhere. The redacted file is created from what remains. It uses no AI model, and no data leaves this server.',
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}

function places(): JsonObject {
  return { type: 'array', items: { type: 'object' } }
}
