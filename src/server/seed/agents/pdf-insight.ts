import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Document', type: 'file', help: 'PDF, DOCX, text, PNG or JPEG, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Paste a text instead of a file.',
      max_length: 500_000,
    },
    {
      name: 'question',
      label: 'Question',
      type: 'text',
      help: 'Ask a question about the document; leave empty for the overview only.',
      max_length: 500,
    },
    {
      name: 'knowledge',
      label: 'Your knowledge base',
      type: 'knowledge',
      help: 'Adds what the documents you keep here say to the question.',
    },
  ],
  at_least_one_of: [['file', 'text']],
}

const document = workflow(
  [
    { id: 'request', type: 'input_form', title: 'Document and question', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the document',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}', ocr: 'auto' },
    },
    {
      id: 'outline',
      type: 'outline_document',
      title: 'Outline and key facts',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'split',
      type: 'split_text',
      title: 'Split into passages',
      config: { document: '{{ $nodes.read.document }}' },
      row: 1,
    },
    {
      id: 'knowledge',
      type: 'chosen_knowledge',
      title: 'Search your knowledge base',
      config: { base: '{{ $trigger.knowledge }}', query: '{{ $trigger.question }}' },
      row: 2,
    },
    {
      id: 'answer',
      type: 'answer_question',
      title: 'Answer the question',
      config: {
        question: '{{ $trigger.question }}',
        chunks: '{{ $nodes.split.chunks }}',
        document: '{{ $nodes.read.document }}',
        knowledge: '{{ $nodes.knowledge }}',
      },
      row: 1,
    },
    secondLook('answer', 'answers'),
    { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the overview',
      config: { view: 'insight', data: '{{ $nodes.together }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['request', 'read'],
    ['read', 'outline'],
    ['read', 'split'],
    ['split', 'answer'],
    ['request', 'knowledge'],
    ['knowledge', 'answer'],
    ['outline', 'together'],
    ['answer', 'second'],
    ['second', 'together'],
    ['together', 'result'],
  ],
)

export const pdfInsight: FirstPartyAgent = {
  slug: 'pdf-insight',
  name: 'PDF insight',
  tagline: 'Outline, key facts and tables of a document, and answers to your question with the page they are on.',
  description:
    'Upload a report, a policy or any long document. The agent shows the outline, key sentences, dates, amounts and tables, and answers a question with the words of the document and the page, or reports that the document doesn’t answer it.',
  category: 'document-processing',
  icon: 'file-search',
  tags: ['pdf', 'summary', 'question-answering', 'tables'],
  view: 'insight',
  document,
  output_schema: {
    type: 'object',
    properties: {
      outline: { type: 'array', items: { type: 'object' } },
      tables: { type: 'array', items: { type: 'object' } },
      answer: { type: ['object', 'null', 'string'] },
    },
  },
  samples: [
    sampleFile('Quality report (PDF), with a question', 'quality-report', {
      question: 'What was the median waiting time in the emergency department?',
    }),
    sampleFile('Services agreement (PDF)', 'services-agreement', {
      question: 'How many days of notice does the client need to terminate?',
    }),
  ],
  permissions: {
    reads: ['The document you provide', 'The knowledge base that you choose, if any'],
    sends_to: [],
    models: ['Universal Sentence Encoder lite, on this server, to find passages by meaning', SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Shows the outline with a link to each section',
      'Lists key sentences, dates, amounts, people, organisations and tables',
      'Answers a question with the document’s own words and page',
      'Says so if the document doesn’t answer the question',
      'Adds what a knowledge base of yours says to the question, with document and page',
    ],
    does_not: ['Write new text about the document', 'Read handwriting', 'Answer from outside the document'],
    how_it_works:
      'The document is split into passages; the question is matched by words (BM25) and by meaning (sentence embeddings), the ranks are combined, and the sentence that supports the answer is shown with its location. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
}
