import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { KNOWLEDGE, KNOWLEDGE_MODES } from '#contract/knowledge/knowledge-values.ts'
import { FoundPassage, passagesIn } from '#nodes/lib/ai/found-passages.ts'
import {
  KNOWLEDGE_BASE,
  MORE_BASES,
  metadataFrom,
  mostPassages,
  SEARCH_MODE,
} from '#nodes/lib/ai/knowledge-settings.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

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
    mode: SEARCH_MODE,
    limit: mostPassages(5),
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
  output: z.object({
    query: z.string(),
    mode: z.enum(KNOWLEDGE_MODES),
    found: z.boolean(),
    results: z.array(FoundPassage),
  }),
  sentence: ({ query }) => `Searches for ${brief(query, 40)}`,
  async run(ctx) {
    const { knowledge_id: base, knowledge_ids: more, mode, limit, filter, neighbours } = ctx.config
    const bases = [...new Set([base, ...more])]
    const query = ctx.config.query.trim()
    if (query === '') throw new NodeError('question_missing', 'There is nothing to look for', { field: 'query' })
    const asked = { bases, query, mode, limit, filter: metadataFrom(filter, 'filter'), neighbours }
    const answer = await ctx.knowledge.search(asked, ctx.run.as, ctx.signal)
    const results = passagesIn(answer)
    return output({ query, mode: answer.mode, found: results.length > 0, results: results as unknown as Json })
  },
})
