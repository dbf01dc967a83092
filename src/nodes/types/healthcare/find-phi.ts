import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { findPhi } from '#nodes/lib/phi/detect.ts'
import { NOT_LOOKED_FOR, PHI_KINDS } from '#nodes/lib/phi/kinds.ts'
import { defineNode, output } from '#nodes/node.ts'
import { MOST_CHOICES, value } from '#nodes/settings.ts'

export const findPhiNode = defineNode({
  type: 'find_phi',
  version: 1,
  title: 'Find personal health data',
  category: 'healthcare',
  icon: 'user-search',
  description:
    'Finds names, dates, places, numbers and addresses that identify a patient: the identifiers of HIPAA’s Safe Harbor and those of India (Aadhaar, ABHA, PAN), each with its location and the reason. Works by rules and lists and will miss some, so a person must check the result.',
  kind: 'pure',
  heavy: true,
  timeout_ms: 60_000,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    kinds: z
      .array(z.enum(PHI_KINDS))
      .max(MOST_CHOICES)
      .default([...PHI_KINDS])
      .describe('What to look for.')
      .meta({ title: 'Kinds' }),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('Findings below this confidence (0 to 1) are left out, and their text stays in the document.')
      .meta({ title: 'Minimum confidence' }),
  }),
  output: z.object({
    findings: z.array(
      z.object({ ...PLACE, kind: z.enum(PHI_KINDS), confidence: z.number().min(0).max(1), because: z.string() }),
    ),
    count: z.number().int(),
    by_kind: z.record(z.string(), z.number().int()),
    /** What this cannot find at all. */
    not_looked_for: z.array(z.string()),
  }),
  sentence: ({ kinds }) =>
    kinds.length === PHI_KINDS.length ? 'All identifiers' : `${kinds.length} kinds of identifiers`,
  run(ctx) {
    const { kinds, min_confidence } = ctx.config
    const document = noteFrom(ctx.config.document, ctx.input)
    const found = findPhi(document.text, new Set(kinds)).filter(({ confidence }) => confidence >= min_confidence)
    const by_kind: Record<string, number> = {}
    for (const { kind } of found) by_kind[kind] = (by_kind[kind] ?? 0) + 1
    const findings = found.map(({ kind, confidence, because, ...span }) => ({
      ...placed(document, span),
      kind,
      confidence,
      because,
    }))
    return output({
      findings: findings as unknown as Json,
      count: findings.length,
      by_kind,
      not_looked_for: [...NOT_LOOKED_FOR],
    })
  },
})
