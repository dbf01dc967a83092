import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, sampleText, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'text', label: 'Contract', type: 'textarea', help: 'Paste the text of a contract.', max_length: 500_000 },
    { name: 'file', label: 'Or upload a document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'knowledge',
      label: 'Your standard clauses',
      type: 'knowledge',
      help: 'A knowledge base with your playbook: each clause is compared with yours.',
    },
  ],
  at_least_one_of: [['text', 'file']],
}

const document = workflow(
  [
    { id: 'contract', type: 'input_form', title: 'Contract', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the contract',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    {
      id: 'clauses',
      type: 'find_clauses',
      title: 'Find the clauses',
      config: { document: '{{ $nodes.read.document }}' },
    },
    secondLook('clauses', 'clauses'),
    {
      id: 'standard',
      type: 'compare_with_standard',
      title: 'Compare with your standard clauses',
      config: { clauses: '{{ $nodes.second }}', base: '{{ $trigger.knowledge }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the clauses',
      config: {
        view: 'clauses',
        data: '{{ $nodes.standard }}',
        document: '{{ $nodes.read }}',
        professional_review: true,
      },
    },
  ],
  [
    ['contract', 'read'],
    ['read', 'clauses'],
    ['clauses', 'second'],
    ['second', 'standard'],
    ['standard', 'result'],
  ],
)

const places = { type: 'array', items: { type: 'object' } }

export const contractAnalyst: FirstPartyAgent = {
  slug: 'contract-analyst',
  name: 'Contract clause analyst',
  tagline: 'Finds the clauses of a contract, shows which are risky or missing, and where each one is.',
  description:
    'Upload a contract as PDF or text. The agent finds 44 kinds of clauses, explains risks in plain words, names clauses that contracts of this type usually have but this one lacks, and lists parties, dates and amounts, each with its location.',
  category: 'legal',
  more_categories: ['document-processing'],
  icon: 'scale',
  tags: ['contracts', 'legal', 'clauses', 'risk'],
  view: 'clauses',
  document,
  output_schema: {
    type: 'object',
    required: ['clauses', 'missing', 'parties', 'dates', 'amounts'],
    properties: { clauses: places, missing: places, parties: places, dates: places, amounts: places },
  },
  samples: [
    sampleFile('Services agreement (PDF)', 'services-agreement'),
    { title: 'Mutual NDA (text)', input: { text: sampleText('mutual-nda') }, file: null },
  ],
  permissions: {
    reads: ['The contract you provide', 'The knowledge base that you choose, if any'],
    sends_to: [],
    models: [
      'Universal Sentence Encoder lite, on this server, to find the passage closest to a missing clause',
      SECOND_LOOK.model,
    ],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Finds 44 kinds of clauses by heading and wording',
      'Explains risks such as uncapped liability, one-sided indemnity or renewal without notice, with the law where one applies',
      'Names clauses that contracts of this type usually have but this one lacks, and the closest passages to check',
      'Compares each clause with the standard clauses in a knowledge base of yours: periods, amounts and rates that differ, with document and page',
      'Lists parties, dates and amounts (₹, lakh and crore included)',
    ],
    does_not: ['Give legal advice: every result is a draft', 'Read handwriting', 'Compare versions'],
    how_it_works:
      'The document is parsed with the position of every word and split into clauses; patterns written for each kind identify a clause. Risk rules then check the text of the clause. For a missing clause, similarity of meaning finds the closest passage. ' +
      SECOND_LOOK.how,
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}
