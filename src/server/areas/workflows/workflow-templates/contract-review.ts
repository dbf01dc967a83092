import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const contractReview: WorkflowTemplate = {
  slug: 'contract-review',
  name: 'Review a contract',
  description:
    'Finds the clauses of a contract with their risks, shows which are missing, and extracts the parties and dates.',
  category: 'document-processing',
  tags: ['legal', 'clauses', 'risk', 'agreement', 'lease'],
  needs: NOTHING,
  sample: {
    title: 'A very short agreement',
    input: {
      text: 'SERVICES AGREEMENT\n\nThis Agreement is made on 4 February 2026 between Kaveri Software Private Limited and Mehta Fabricators.\n\n1. Payment. The Client shall pay within 90 days.\n\n2. Governing law. The laws of India govern this agreement.',
    },
  },
  expected: 'Two clauses, and a list of clauses that a services agreement usually has but this one lacks.',
  document: flow([
    { id: 'contract', type: 'input_form', title: 'Contract', config: documentForm('Contract') },
    readIt,
    {
      id: 'clauses',
      type: 'find_clauses',
      title: 'Find the clauses',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the clauses',
      config: {
        view: 'clauses',
        data: '{{ $nodes.clauses }}',
        document: '{{ $nodes.read }}',
        professional_review: true,
      },
    },
  ]),
}
