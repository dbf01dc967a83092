import { z } from 'zod'
import { documentFrom } from './document/source.ts'
import { analyse } from './legal/analyse.ts'
import { ClauseReport, report } from './legal/result.ts'
import { bySimilarity } from './legal/similar.ts'
import { defineNode, output } from './node.ts'
import { value } from './settings.ts'

export const findClauses = defineNode({
  type: 'find_clauses',
  version: 1,
  title: 'Find clauses',
  category: 'legal',
  icon: 'scale',
  description:
    'Reads a contract: clauses with their risks and places, clauses that are missing, parties, dates and amounts. Works by rules and, for what they miss, by similarity of meaning; no model is asked.',
  kind: 'pure',
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Clauses below this confidence (0 to 1) are left out.')
      .meta({ title: 'Least confidence' }),
    similarity: z
      .boolean()
      .default(true)
      .describe('Look for expected clauses that the rules did not find by the meaning of their words.')
      .meta({ title: 'Search by meaning' }),
  }),
  output: ClauseReport,
  sentence: (config) => (config.similarity ? 'Finds clauses by rules and by meaning' : 'Finds clauses by rules'),
  timeout_ms: 120_000,
  async run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    ctx.progress(0.1, 'Reading clauses')
    const first = analyse(document.text)
    ctx.signal.throwIfAborted()
    if (!ctx.config.similarity || first.missing.length === 0) {
      return output(report(document, first, ctx.config.min_confidence))
    }
    ctx.progress(0.5, 'Looking for what is missing by meaning')
    const more = await bySimilarity(document.text, first, ctx.embed, ctx.signal)
    const all = more.length === 0 ? first : analyse(document.text, more)
    return output(report(document, all, ctx.config.min_confidence))
  },
})
