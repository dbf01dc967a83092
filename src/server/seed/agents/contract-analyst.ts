import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, sampleText, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'text', label: 'Contract', type: 'textarea', help: 'Paste the text of a contract.', max_length: 500_000 },
    { name: 'file', label: 'Or a document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
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
      id: 'result',
      type: 'render_result',
      title: 'Show the clauses',
      config: {
        view: 'clauses',
        data: '{{ $nodes.second }}',
        document: '{{ $nodes.read }}',
        professional_review: true,
      },
    },
  ],
  [
    ['contract', 'read'],
    ['read', 'clauses'],
    ['clauses', 'second'],
    ['second', 'result'],
  ],
)

const places = { type: 'array', items: { type: 'object' } }

export const contractAnalyst: FirstPartyAgent = {
  slug: 'contract-analyst',
  name: 'Contract clause analyst',
  tagline: 'Finds the clauses of a contract, says which are risky or missing, and shows the place of each.',
  description:
    'Give it a contract as PDF or text. It finds 44 kinds of clause, explains what is risky in plain words, names what a contract of this type usually has and this one lacks, and lists parties, dates and amounts, each with its place.',
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
    reads: ['The contract you give it'],
    sends_to: [],
    models: [
      'Universal Sentence Encoder lite, on this server, to name the passage nearest to a missing clause',
      SECOND_LOOK.model,
    ],
    kept: 'A visitor’s document is deleted after 24 hours. A signed-in user’s runs are kept until deleted.',
  },
  listing: {
    does: [
      'Finds 44 kinds of clause by heading and wording',
      'Explains risks such as uncapped liability, one-sided indemnity or renewal without notice, with the law where one applies',
      'Names clauses that a contract of this type usually has and this one lacks, and the nearest passage to look at',
      'Lists parties, dates and amounts (₹, lakh and crore included)',
    ],
    does_not: ['Give legal advice: every result is a draft', 'Read handwriting', 'Compare versions'],
    how_it_works:
      'The document is parsed with the place of every word and cut into clauses; patterns written for each kind decide what a clause is. Risk rules then read the clause itself. For a clause that is missing, similarity of meaning names the nearest passage. ' +
      SECOND_LOOK.how,
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
  changelog: 'First version.',
}
