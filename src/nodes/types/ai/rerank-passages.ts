import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { MODEL_SETTINGS, MODEL_TIMEOUT_MS, USED } from '#nodes/lib/ai/model-settings.ts'
import { rankPassages } from '#nodes/lib/ai/rerank.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, kindOf, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST_PASSAGES = 200

export const rerankPassages = defineNode({
  type: 'rerank_passages',
  version: 1,
  title: 'Rerank passages',
  category: 'ai',
  icon: 'arrow-down-wide-narrow',
  description:
    'A model reads the passages that a search found with the question, and puts those that answer best first. Without a model, or if it answers nonsense, they stay in their order.',
  kind: 'effect',
  needs: ['model'],
  copes: () => true,
  timeout_ms: 2 * MODEL_TIMEOUT_MS,
  config: z.strictObject({
    query: z
      .string()
      .max(2_000)
      .describe('What the passages should answer.')
      .meta({ title: 'Question', placeholder: '{{ $input.query }}' }),
    passages: value(
      'Passages',
      'A list of passages, each with “text”. Leave empty to use the results of the search before.',
    ),
    limit: z
      .number()
      .int()
      .min(1)
      .max(MOST_PASSAGES)
      .default(5)
      .describe('Maximum number of passages to return. Let the search find more than that.')
      .meta({ title: 'Passages to keep' }),
    ...MODEL_SETTINGS,
  }),
  example: { query: '{{ $input.query }}', limit: 5 },
  output: z.object({
    query: z.string(),
    found: z.boolean(),
    /** Best first, as they came in. */
    results: z.array(Json),
    reranked: z.boolean(),
    /** Why they are in the order of the search; null where the model ordered them. */
    kept: z.string().nullable(),
    ...USED,
  }),
  sentence: ({ query }) => `Reranks passages for ${brief(query, 40)}`,
  async run(ctx) {
    const { passages: given, limit } = ctx.config
    const query = ctx.config.query.trim()
    if (query === '') throw new NodeError('question_missing', 'There is nothing to look for', { field: 'query' })
    const passages = given ?? (isObject(ctx.input) ? ctx.input.results : ctx.input)
    if (!Array.isArray(passages))
      throw new NodeError('not_a_list', `Expected a list of passages, got ${kindOf(passages ?? null)}`, {
        field: 'passages',
      })
    if (passages.length > MOST_PASSAGES)
      throw new NodeError('too_many_passages', `Up to ${MOST_PASSAGES} passages can be reranked`, { field: 'passages' })
    const { order, kept, used } = await rankPassages(ctx, query, passages)
    const results = order.slice(0, limit).flatMap((at, rank) => {
      const one = passages[at]
      // A passage of a search says which it was: now it is another one.
      return one === undefined ? [] : [isObject(one) && 'rank' in one ? { ...one, rank: rank + 1 } : one]
    })
    const reranked = kept === null && passages.length > 1
    return output({ query, found: results.length > 0, results, reranked, kept, ...used })
  },
})
