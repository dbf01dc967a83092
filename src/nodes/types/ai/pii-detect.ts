import { z } from 'zod'
import { rawText } from '#nodes/lib/ai/input-text.ts'
import { findPii, maskPii, PII_KINDS, type PiiKind } from '#nodes/lib/ai/pii.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const USUAL: PiiKind[] = PII_KINDS.filter((kind) => kind !== 'date')

export const piiDetect = defineNode({
  type: 'pii_detect',
  version: 1,
  title: 'Find personal data',
  category: 'ai',
  icon: 'fingerprint',
  description:
    'Finds e-mail addresses, phones, cards, Aadhaar, PAN, GSTIN, UPI, passport, SSN, record numbers and more by shape and check digit, and covers them. It finds no names. No model is asked.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    text: value('Text', 'A text or a parsed document. Left out, that of the input is taken.'),
    kinds: z
      .array(z.enum(PII_KINDS))
      .min(1, 'Choose at least one kind')
      .max(PII_KINDS.length)
      .default(USUAL)
      .describe('What is looked for. Dates are found when they are named here.')
      .meta({ title: 'Kinds' }),
    show: z
      .enum(['masked', 'nothing', 'all'])
      .default('masked')
      .describe('Of what was found: the last four characters, nothing, or everything.')
      .meta({ title: 'Show' }),
  }),
  output: z.object({
    found: z.array(
      z.object({ kind: z.enum(PII_KINDS), text: z.string(), start: z.number().int(), end: z.number().int() }),
    ),
    counts: z.record(z.string(), z.number().int()),
    /** The text with everything found covered. */
    masked: z.string(),
    has_pii: z.boolean(),
  }),
  ports: [
    { name: 'found', title: 'Found' },
    { name: 'clean', title: 'Clean' },
  ],
  sentence: (config) =>
    `Looks for ${config.kinds.length === PII_KINDS.length ? 'personal data' : config.kinds.slice(0, 5).join(', ')}`,
  run(ctx) {
    const { text, kinds, show } = ctx.config
    const given = rawText(text, ctx.input)
    const all = findPii(given, kinds)
    const counts: Record<string, number> = {}
    for (const { kind } of all) counts[kind] = (counts[kind] ?? 0) + 1
    const found = all.map((one) => ({ ...one, text: shownAs(one.text, show) }))
    const masked = maskPii(given, all, show === 'nothing' ? 'nothing' : 'last_four')
    return output({ found, counts, masked, has_pii: all.length > 0 }, all.length > 0 ? 'found' : 'clean')
  },
})

function shownAs(text: string, show: 'masked' | 'nothing' | 'all'): string {
  if (show === 'all') return text
  return show === 'masked' && text.length >= 8 ? `…${text.slice(-4)}` : '…'
}
