import { z } from 'zod'
import { chunksFrom } from '#nodes/lib/document/passages.ts'
import { Chunk } from '#nodes/lib/retrieval/chunks.ts'
import { SEARCH_MODES, searchPassages } from '#nodes/lib/retrieval/search.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

const MODES = {
  bm25: 'by words',
  embedding: 'by meaning',
  hybrid: 'by words and meaning',
} as const

export const Retrieved = z.object({
  query: z.string(),
  /** Best first. `score` is comparable within one search only. */
  results: z.array(
    Chunk.extend({ rank: z.number().int(), score: z.number(), bm25: z.number(), similarity: z.number().nullable() }),
  ),
})

export const retrieve = defineNode({
  type: 'retrieve',
  version: 1,
  title: 'Retrieve',
  category: 'ai',
  icon: 'search',
  description: 'Finds the passages of a document that match a query: by words (BM25), by meaning (embeddings) or both.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    query: z.string().max(2_000).describe('What to look for.').meta({ title: 'Query' }),
    chunks: value('Passages', 'Passages from Split text, a document or text. Leave empty to use those of the input.'),
    mode: z
      .enum(SEARCH_MODES)
      .default('hybrid')
      .describe('bm25: by words. embedding: by meaning. hybrid: both, with combined ranks.')
      .meta({ title: 'Mode' }),
    limit: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('Maximum number of passages to return.')
      .meta({ title: 'Passages' }),
  }),
  example: { query: 'How long is the notice period?' },
  output: Retrieved,
  sentence: (config) => `Finds ${brief(config.query, 30)} ${MODES[config.mode] ?? ''}`.trim(),
  timeout_ms: 120_000,
  async run(ctx) {
    const { query, mode, limit } = ctx.config
    const chunks = chunksFrom(ctx.config.chunks, ctx.input)
    const texts = chunks.map((one) => one.text)
    const hits = await searchPassages(texts, query, { mode, limit }, ctx.embed, ctx.signal)
    const results = hits.flatMap(({ index, score, bm25, similarity }, rank) => {
      const found = chunks[index]
      return found === undefined ? [] : [{ ...found, rank: rank + 1, score, bm25, similarity }]
    })
    return output({ query, results })
  },
})
