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
    'Reads a contract: clauses with their risks and locations, missing clauses, parties, dates and amounts. Works by rules, without an AI model; for each missing clause it names the passage that is closest in meaning.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('Clauses below this confidence (0 to 1) are left out.')
      .meta({ title: 'Minimum confidence' }),
    similarity: z
      .boolean()
      .default(true)
      .describe('For each missing clause, name the passage that is closest in meaning.')
      .meta({ title: 'Closest passages' }),
  }),
  output: ClauseReport,
  sentence: (config) =>
    config.similarity ? 'Finds clauses, and the closest passages to missing ones' : 'Finds clauses',
  timeout_ms: 120_000,
  async run(ctx) {
    const { min_confidence, similarity } = ctx.config
    const document = documentFrom(ctx.config.document, ctx.input)
    ctx.progress(0.1, 'Reading clauses')
    const analysis = analyse(document.text)
    ctx.signal.throwIfAborted()
    if (!similarity || analysis.missing.length === 0) return output(report(document, analysis, min_confidence))
    ctx.progress(0.5, 'Looking for missing clauses')
    const nearest = await nearestPassages(document.text, analysis, ctx.embed, ctx.signal)
    return output(report(document, analysis, min_confidence, nearest))
  },
})
