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
    'Finds and masks email addresses, phone numbers, card numbers, Aadhaar, PAN, GSTIN, UPI, passport, SSN, record numbers and more, by format and check digit. It doesn’t find names. Uses no AI model.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    text: value('Text', 'Text or a document from Read document. Leave empty to use that of the input.'),
    kinds: z
      .array(z.enum(PII_KINDS))
      .min(1, 'Choose at least one kind')
      .max(PII_KINDS.length)
      .default(USUAL)
      .describe('What to look for. Dates are found only if you select them.')
      .meta({ title: 'Kinds' }),
    show: z
      .enum(['masked', 'nothing', 'all'])
      .default('masked')
      .describe('How much of each finding to show: the last four characters, nothing, or everything.')
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
