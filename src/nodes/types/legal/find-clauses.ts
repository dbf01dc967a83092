import { z } from 'zod'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { analyse } from '#nodes/lib/legal/analyse.ts'
import { ClauseReport, report } from '#nodes/lib/legal/result.ts'
import { nearestPassages } from '#nodes/lib/legal/similar.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const findClauses = defineNode({
  type: 'find_clauses',
  version: 1,
  title: 'Find clauses',
  category: 'legal',
  icon: 'scale',
  description:
    'Reads a contract: clauses with their risks and places, clauses that are missing, parties, dates and amounts. Works by rules; for what is missing, similarity of meaning names the nearest passage. No model is asked.',
  kind: 'pure',
  heavy: true,
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
      .describe('For each missing clause, name the passage whose meaning is nearest to it.')
      .meta({ title: 'Nearest passages' }),
  }),
  output: ClauseReport,
  sentence: (config) => (config.similarity ? 'Finds clauses, and passages near to missing ones' : 'Finds clauses'),
  timeout_ms: 120_000,
  async run(ctx) {
    const { min_confidence, similarity } = ctx.config
    const document = documentFrom(ctx.config.document, ctx.input)
    ctx.progress(0.1, 'Reading clauses')
    const analysis = analyse(document.text)
    ctx.signal.throwIfAborted()
    if (!similarity || analysis.missing.length === 0) return output(report(document, analysis, min_confidence))
    ctx.progress(0.5, 'Looking for what is missing')
    const nearest = await nearestPassages(document.text, analysis, ctx.embed, ctx.signal)
    return output(report(document, analysis, min_confidence, nearest))
  },
})
