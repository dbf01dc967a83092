import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { ASSERTIONS } from '#nodes/lib/clinical/assertion.ts'
import { leastConfidence, NoteEvidence, placesPerCode } from '#nodes/lib/clinical/code-nodes.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { findHcpcs, groupCodes, hcpcsIndex } from '#nodes/lib/hcpcs/find.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const findHcpcsNode = defineNode({
  type: 'find_hcpcs',
  version: 1,
  title: 'Find HCPCS codes',
  category: 'healthcare',
  icon: 'accessibility',
  description:
    'Proposes HCPCS Level II codes for equipment, supplies, injected and infused drugs, blood products, orthoses and screening services in a note, with the words, the location, and the billing units of a dose. Procedures need CPT codes, which are licensed by the AMA and not included.',
  kind: 'pure',
  heavy: true,
  timeout_ms: 60_000,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    min_confidence: leastConfidence(0.4),
    evidence_limit: placesPerCode,
  }),
  output: z.object({
    codes: z.array(
      z.object({
        code: z.string(),
        description: z.string(),
        candidate: z.boolean(),
        confidence: z.number().min(0).max(1),
        assertion: z.enum(ASSERTIONS),
        /** `30 mg is 2 billing units (one per 15 mg)`. */
        note: z.string().nullable(),
        evidence: z.array(NoteEvidence),
      }),
    ),
    code_system: z.literal('HCPCS Level II'),
    table_version: z.string(),
  }),
  sentence: ({ min_confidence }) => `HCPCS codes with a confidence of ${min_confidence} or more`,
  async run(ctx) {
    const { min_confidence, evidence_limit } = ctx.config
    const document = noteFrom(ctx.config.document, ctx.input)
    const table = await ctx.codes.table('hcpcs')
    ctx.signal.throwIfAborted()
    const found = findHcpcs(hcpcsIndex(table), document.text)
    const codes = groupCodes(found, { minimum: min_confidence, places: evidence_limit }).map(
      ({ entry, evidence, ...rest }) => ({
        code: entry.code,
        description: entry.description,
        ...rest,
        evidence: evidence.map(({ sentence: { start, end }, section, ...span }) => ({
          ...placed(document, span),
          sentence: { text: document.text.slice(start, end), start, end },
          section,
        })),
      }),
    )
    return output({ codes: codes as unknown as Json, code_system: 'HCPCS Level II', table_version: table.version })
  },
})
