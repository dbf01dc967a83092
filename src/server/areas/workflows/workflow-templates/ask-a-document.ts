import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const askADocument: WorkflowTemplate = {
  slug: 'ask-a-document',
  name: 'Ask a document',
  description:
    'Answers a question with the document’s own sentences and their pages, or reports that the document doesn’t answer it.',
  category: 'document-processing',
  tags: ['question', 'answer', 'pdf', 'search', 'citations'],
  needs: NOTHING,
  sample: {
    title: 'A report and a question',
    input: {
      text: 'The clinic treated 40 patients in May. The lines of the car park were painted white. A new nurse begins in July.',
      question: 'How many patients were treated?',
    },
  },
  expected: 'The sentence with the answer, and its location in the text.',
  document: flow([
    {
      id: 'ask',
      type: 'input_form',
      title: 'Document and question',
      config: {
        fields: [
          { name: 'question', label: 'Question', required: true },
          { name: 'text', label: 'Document', type: 'textarea', help: 'Paste the text.', max_length: 500_000 },
          { name: 'file', label: 'Or a file', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
        ],
        at_least_one_of: [['text', 'file']],
      },
    },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the document',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'split',
      type: 'split_text',
      title: 'Split it into passages',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'answer',
      type: 'answer_question',
      title: 'Find the answer',
      config: {
        question: '{{ $trigger.question }}',
        document: '{{ $nodes.read.document }}',
        chunks: '{{ $nodes.split.chunks }}',
      },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the answer',
      config: { view: 'answer', data: '{{ $nodes.answer }}', document: '{{ $nodes.read }}' },
    },
  ]),
}
