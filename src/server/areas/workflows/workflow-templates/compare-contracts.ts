import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const compareContracts: WorkflowTemplate = {
  slug: 'compare-two-contracts',
  name: 'Compare two versions of a contract',
  description:
    'Shows clause by clause what was added, removed or changed between two versions, even if clauses were renumbered.',
  category: 'document-processing',
  tags: ['legal', 'difference', 'redline', 'versions', 'agreement'],
  needs: NOTHING,
  sample: {
    title: 'Payment within 30 days becomes 60',
    input: {
      before:
        '1. Payment. The Client shall pay within 30 days.\n\n2. Governing law. The laws of India govern this agreement.',
      after:
        '1. Payment. The Client shall pay within 60 days.\n\n2. Governing law. The laws of India govern this agreement.\n\n3. Notices. Notices are given in writing.',
    },
  },
  expected: 'One clause changed and one added.',
  document: flow([
    {
      id: 'versions',
      type: 'input_form',
      title: 'Two versions',
      config: {
        fields: [
          { name: 'before', label: 'Before', type: 'textarea', required: true, max_length: 200_000 },
          { name: 'after', label: 'After', type: 'textarea', required: true, max_length: 200_000 },
        ],
      },
    },
    {
      id: 'compare',
      type: 'compare_versions',
      title: 'Compare them',
      config: { before: '{{ $trigger.before }}', after: '{{ $trigger.after }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the changes',
      config: { view: 'json', data: '{{ $nodes.compare }}', professional_review: true },
    },
  ]),
}
