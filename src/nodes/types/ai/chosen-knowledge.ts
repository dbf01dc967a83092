import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { KNOWLEDGE, KNOWLEDGE_MODES } from '#contract/knowledge/knowledge-values.ts'
import { FoundPassage, passagesIn } from '#nodes/lib/ai/found-passages.ts'
import { mostPassages, SEARCH_MODE } from '#nodes/lib/ai/knowledge-settings.ts'
import { chosenBase, isBlank } from '#nodes/lib/people/form-field.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const chosenKnowledge = defineNode({
  type: 'chosen_knowledge',
  version: 1,
  title: 'Search chosen knowledge',
  category: 'ai',
  icon: 'library-big',
  description:
    'Finds the passages that answer a question in the knowledge base that the person who runs the workflow chose in its input form, with their access. Without a chosen base it finds nothing.',
  // What a base holds changes: what was found is kept with the run.
  kind: 'effect',
  config: z.strictObject({
    base: value(
      'Knowledge base',
      'A field of the type Knowledge in the input form: {{ $trigger.knowledge }}. Only a base that was chosen there can be searched.',
    ),
    query: z
      .string()
      .max(KNOWLEDGE.query)
      .nullable()
      .default(null)
      .describe('What to look for. If it is empty, nothing is searched.')
      .meta({ title: 'Question', placeholder: '{{ $trigger.question }}' }),
    mode: SEARCH_MODE,
    limit: mostPassages(8),
  }),
  example: { base: '{{ $trigger.knowledge }}', query: '{{ $trigger.question }}' },
  output: z.object({
    /** Null where none was chosen. */
    base: z.string().nullable(),
    query: z.string(),
    mode: z.enum(KNOWLEDGE_MODES),
    found: z.boolean(),
    results: z.array(FoundPassage),
  }),
  sentence: ({ query }) => `Searches the chosen knowledge for ${brief(query ?? '', 30)}`,
  async run(ctx) {
    const { base: given, mode, limit } = ctx.config
    const query = ctx.config.query?.trim() ?? ''
    const base = isBlank(given) ? null : chosenBase(given)
    if (base === null && !isBlank(given))
      throw new NodeError('knowledge_not_chosen', 'This isn’t the value of a Knowledge field of the input form', {
        field: 'base',
      })
    if (base === null || query === '') return output({ base, query, mode, found: false, results: [] })
    const asked = { base, query, mode, limit, filter: {}, neighbours: 0 }
    const answer = await ctx.knowledge.searchChosen(asked, ctx.run.as, ctx.signal)
    const results = passagesIn(answer) as unknown as Json[]
    return output({ base, query, mode: answer.mode, found: results.length > 0, results })
  },
})
