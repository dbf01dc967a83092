import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, sampleText, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'text',
      label: 'Agreement',
      type: 'textarea',
      help: 'Paste a non-disclosure agreement.',
      max_length: 500_000,
    },
    { name: 'file', label: 'Or upload a document', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
    {
      name: 'side',
      label: 'Review for',
      type: 'select',
      help: 'What is good for one party may not be good for the other.',
      options: [
        { value: 'either', label: 'Both parties' },
        { value: 'receiving', label: 'The receiving party' },
        { value: 'disclosing', label: 'The disclosing party' },
      ],
    },
  ],
  at_least_one_of: [['text', 'file']],
}

const document = workflow(
  [
    { id: 'agreement', type: 'input_form', title: 'Agreement', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the agreement',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'check',
      type: 'nda_check',
      title: 'Check it against the playbook',
      config: {
        document: '{{ $nodes.read.document }}',
        side: '{{ $trigger.side ? $trigger.side : "either" }}',
      },
    },
    secondLook('check', 'checks'),
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the checks',
      config: { view: 'checks', data: '{{ $nodes.second }}', document: '{{ $nodes.read }}', professional_review: true },
    },
  ],
  [
    ['agreement', 'read'],
    ['read', 'check'],
    ['check', 'second'],
    ['second', 'result'],
  ],
)

const list = { type: 'array', items: { type: 'object' } }

export const ndaChecker: FirstPartyAgent = {
  slug: 'nda-checker',
  name: 'NDA checker',
  tagline:
    'Checks a non-disclosure agreement against a playbook and shows what is fine, what needs attention and what is missing.',
  description:
    'Upload an NDA as PDF, DOCX or text and choose the party to review it for. The agent makes nineteen checks, from direction, definition and exclusions to term, survival, residuals, non-solicitation, injunction and governing law, each with a reason and the location in the text.',
  category: 'legal',
  more_categories: ['document-processing'],
  icon: 'scale',
  tags: ['nda', 'contracts', 'legal', 'confidentiality'],
  view: 'checks',
  document,
  output_schema: {
    type: 'object',
    required: ['is_nda', 'checks', 'summary'],
    properties: { is_nda: { type: 'boolean' }, checks: list, parties: list, summary: { type: 'object' } },
  },
  samples: [
    sampleFile('One-way vendor NDA (PDF)', 'vendor-nda', { side: 'receiving' }),
    { title: 'Short mutual NDA (text)', input: { text: sampleText('mutual-nda') }, file: null },
  ],
  permissions: {
    reads: ['The agreement you provide'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Makes 19 checks and explains why each is fine, needs attention or is missing',
      'Distinguishes a mutual agreement from one that is mutual in name only',
      'Reviews for the disclosing party, the receiving party, or both',
      'Knows the relevant Indian law: sections 27 and 74 of the Contract Act',
    ],
    does_not: [
      'Give legal advice: every result is a draft',
      'Rewrite the agreement',
      'Read languages other than English',
    ],
    how_it_works:
      'The agreement is split into clauses and sentences with their positions; each check finds its clause by wording and then compares it with a playbook: a term and survival of at most five years, Indian law, no residuals, no ban on hiring. Open the workflow to see or change the playbook. ' +
      SECOND_LOOK.how,
    disclaimer: 'Draft for review by a qualified professional',
    workflow_open: true,
  },
}
