import { BETTER_WITH_MODEL, documentForm, flow, readIt, type WorkflowTemplate } from './template.ts'

export const outlineAndSummary: WorkflowTemplate = {
  slug: 'summary-and-key-facts',
  name: 'Summary and key facts of a document',
  description:
    'Summarises a long document: a summary in a few sentences, its outline, and the dates, amounts and names in it.',
  category: 'document-processing',
  tags: ['summary', 'outline', 'report', 'facts', 'pdf'],
  needs: BETTER_WITH_MODEL,
  sample: {
    title: 'A quarterly report',
    input: {
      text: '# Report\nThe company sold 4,200 pumps in the year, more than ever before. Sales rose in Maharashtra and Gujarat because the monsoon came late. It expects to sell 5,000 pumps next year and will open a plant in Pune on 4 May 2027.\n\n## Costs\nIt paid Rs. 5,000 to ABC Ltd. Lunch was served at one o’clock.',
    },
  },
  expected: 'A summary of three sentences, an outline with two headings, one date and one amount.',
  document: flow(
    [
      { id: 'document', type: 'input_form', title: 'Document', config: documentForm('Document') },
      readIt,
      {
        id: 'outline',
        type: 'outline_document',
        title: 'Find the key facts',
        config: { document: '{{ $nodes.read.document }}' },
      },
      {
        id: 'summary',
        type: 'ai_summarise',
        title: 'Summarise',
        config: { text: '{{ $replace($nodes.read.document.text, /#+ [^\\n]*\\n/, "") }}', sentences: 3 },
      },
      { id: 'both', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
      {
        id: 'result',
        type: 'set_fields',
        title: 'Output the list',
        config: {
          fields: [
            { name: 'summary', value: '{{ $nodes.summary.summary }}' },
            { name: 'outline', value: '{{ $nodes.outline.outline }}' },
            { name: 'facts', value: '{{ $nodes.outline.facts }}' },
          ],
        },
      },
    ],
    ['document > read > outline > both', 'read > summary > both > result'],
  ),
}
