import { z } from 'zod'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { Playbook } from '#nodes/lib/legal/nda-playbook.ts'
import { NDA_CHECKS_ONE } from '#nodes/lib/legal/nda-rules.ts'
import { NDA_CHECKS_TWO, readsLikeNda } from '#nodes/lib/legal/nda-rules-life.ts'
import { read } from '#nodes/lib/legal/reading.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const CHECKS = [...NDA_CHECKS_ONE, ...NDA_CHECKS_TWO]

export const NdaReport = z.object({
  /** The text reads like a non-disclosure agreement. */
  is_nda: z.boolean(),
  checks: z.array(
    z.object({
      check: z.string(),
      title: z.string(),
      status: z.enum(['ok', 'attention', 'missing']),
      reason: z.string(),
      places: z.array(z.object(PLACE)),
    }),
  ),
  parties: z.array(z.object({ name: z.string(), role: z.string().nullable(), ...PLACE })),
  summary: z.object({ ok: z.number().int(), attention: z.number().int(), missing: z.number().int() }),
})

export const ndaCheck = defineNode({
  type: 'nda_check',
  version: 1,
  title: 'Check NDA',
  category: 'legal',
  icon: 'shield-check',
  description: `Checks a non-disclosure agreement against a playbook of ${CHECKS.length} checks, from direction and exclusions to survival, residuals and governing law. Each is rated good, needs attention or missing, with the reason and the location. Works by rules, in English.`,
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    ...Playbook.shape,
  }),
  output: NdaReport,
  sentence: ({ side }) => (side === 'either' ? 'Checks an NDA' : `Checks an NDA for the ${side} party`),
  timeout_ms: 60_000,
  run(ctx) {
    const { document: given, ...playbook } = ctx.config
    const document = documentFrom(given, ctx.input)
    const reading = read(document)
    const checks = CHECKS.map(({ check, title, judge }) => {
      const { status, reason, places } = judge(reading, playbook)
      return { check, title, status, reason, places: places.map((place) => placed(document, place)) }
    })
    const count = (status: string): number => checks.filter((one) => one.status === status).length
    return output({
      is_nda: readsLikeNda(reading),
      checks,
      parties: reading.analysis.parties.map(({ name, role, start, end }) => ({
        name: name.replace(/\s+/g, ' '),
        role,
        ...placed(document, { start, end }),
      })),
      summary: { ok: count('ok'), attention: count('attention'), missing: count('missing') },
    })
  },
})
