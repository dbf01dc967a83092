import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { KNOWLEDGE, KNOWLEDGE_MODES } from '#contract/knowledge/knowledge-values.ts'
import { KNOWLEDGE_BASE, MORE_BASES, metadataFrom } from '#nodes/lib/ai/knowledge-settings.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

/** A passage as other nodes and the viewer of results know it: its file is opened at the page, with the boxes marked. */
const Passage = z.object({
  rank: z.number().int(),
  text: z.string(),
  /** The sentences that speak of the question most. */
  quote: z.string(),
  document: z.string(),
  document_id: z.string(),
  version: z.number().int(),
  file: z.object({ file_id: z.string(), name: z.string() }),
  /** Where on the web the document was read; null for a file. Runs before there were such documents have none. */
  url: z.string().nullable().optional(),
  headings: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
  score: z.number(),
})

export const knowledgeSearch = defineNode({
  type: 'knowledge_search',
  version: 1,
  title: 'Search knowledge',
  category: 'ai',
  icon: 'library',
  description:
    'Finds the passages of your knowledge bases that answer a question, with document, page and place. It searches with your access, no matter who runs the workflow.',
  // What a base holds changes: what was found is kept with the run.
  kind: 'effect',
  config: z.strictObject({
    knowledge_id: KNOWLEDGE_BASE,
    knowledge_ids: MORE_BASES,
    query: z
      .string()
      .max(KNOWLEDGE.query)
      .describe('What to look for.')
      .meta({ title: 'Question', placeholder: '{{ $input.question }}' }),
    mode: z
      .enum(KNOWLEDGE_MODES)
      .default('hybrid')
      .describe('words: by words. meaning: by meaning. hybrid: both, with combined ranks.')
      .meta({ title: 'Mode' }),
    limit: z
      .number()
      .int()
      .min(1)
      .max(KNOWLEDGE.hits)
      .default(5)
      .describe('Maximum number of passages to return.')
      .meta({ title: 'Passages' }),
    filter: value(
      'Filter',
      'Only documents whose metadata has these values: {"region": "north"}. Leave empty for all.',
    ),
    neighbours: z
      .number()
      .int()
      .min(0)
      .max(KNOWLEDGE.neighbours)
      .default(0)
      .describe('How many passages before and after each one come with it.')
      .meta({ title: 'Neighbours' }),
  }),
  example: { knowledge_id: '01890000-0000-7000-8000-000000000000', query: 'How many days of leave do I have?' },
  output: z.object({ query: z.string(), mode: z.enum(KNOWLEDGE_MODES), found: z.boolean(), results: z.array(Passage) }),
  sentence: ({ query }) => `Searches for ${brief(query, 40)}`,
  async run(ctx) {
    const { knowledge_id: base, knowledge_ids: more, mode, limit, filter, neighbours } = ctx.config
    const bases = [...new Set([base, ...more])]
    const query = ctx.config.query.trim()
    if (query === '') throw new NodeError('question_missing', 'There is nothing to look for', { field: 'query' })
    const asked = { bases, query, mode, limit, filter: metadataFrom(filter, 'filter'), neighbours }
    const answer = await ctx.knowledge.search(asked, ctx.run.as, ctx.signal)
    const results = answer.hits.map(
      ({ name, file_id, words: _words, meaning: _meaning, position: _at, ...hit }, at) => ({
        ...hit,
        rank: at + 1,
        document: name,
        file: { file_id, name },
      }),
    )
    return output({ query, mode: answer.mode, found: results.length > 0, results: results as unknown as Json })
  },
})
