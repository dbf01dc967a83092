import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const rankByEmbedding: WorkflowTemplate = {
  slug: 'rank-texts-by-meaning',
  name: 'Find texts with the same meaning',
  description:
    'Ranks a list of texts by how close each is in meaning to a question. Calculated on this server, without an AI model.',
  category: 'general',
  tags: ['search', 'similarity', 'embeddings', 'rank', 'meaning'],
  needs: NOTHING,
  sample: {
    title: 'Three answers to one question',
    input: {
      query: 'How do I get my money back?',
      texts: 'Our office is in Pune\nRefunds take five days\nWe ship on Mondays',
    },
  },
  expected: 'The sentence about refunds comes first.',
  document: flow([
    {
      id: 'ask',
      type: 'input_form',
      title: 'Question and texts',
      config: {
        fields: [
          { name: 'query', label: 'Question', required: true },
          { name: 'texts', label: 'Texts, one per line', type: 'textarea', required: true },
        ],
      },
    },
    {
      id: 'rank',
      type: 'similarity',
      title: 'Rank them',
      config: {
        query: '{{ $trigger.query }}',
        items: '{{ [$split($trigger.texts, "\\n")[$trim($) != ""]] }}',
        limit: 10,
      },
    },
  ]),
}
