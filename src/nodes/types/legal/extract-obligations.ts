import { z } from 'zod'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { obligations, THEMES } from '#nodes/lib/legal/obligations.ts'
import { read } from '#nodes/lib/legal/reading.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const MOST = 500

const Obligation = z.object({
  /** As the contract calls them; null where a passive sentence names nobody. */
  who: z.string().nullable(),
  kind: z.enum(['duty', 'prohibition']),
  what: z.string(),
  deadline: z.object({ days: z.number().nullable(), date: z.string().nullable(), ...PLACE }).nullable(),
  /** `every month`, `quarterly`. */
  recurring: z.string().nullable(),
  condition: z.string().nullable(),
  theme: z.enum(THEMES),
  heading: z.string().nullable(),
  number: z.string().nullable(),
  ...PLACE,
})

export const extractObligations = defineNode({
  type: 'extract_obligations',
  version: 1,
  title: 'Extract obligations',
  category: 'legal',
  icon: 'list-checks',
  description:
    'Lists the obligations in a contract: who must or must not do what and by when, with deadline, frequency, condition and location. Works by rules, in English.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    only_with_deadline: z
      .boolean()
      .default(false)
      .describe('Leaves out obligations without a deadline or frequency.')
      .meta({ title: 'Only with a deadline' }),
  }),
  output: z.object({
    obligations: z.array(Obligation),
    by_party: z.array(z.object({ who: z.string(), duties: z.number().int(), prohibitions: z.number().int() })),
    truncated: z.boolean(),
  }),
  sentence: (config) =>
    config.only_with_deadline ? 'Lists obligations with a deadline' : 'Lists obligations and prohibitions',
  timeout_ms: 60_000,
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    const all = obligations(read(document)).filter(
      (one) => !ctx.config.only_with_deadline || one.deadline !== null || one.recurring !== null,
    )
    const found = all.slice(0, MOST).map(({ start, end, deadline, ...one }) => ({
      ...one,
      deadline: deadline === null ? null : { days: deadline.days, date: deadline.date, ...placed(document, deadline) },
      ...placed(document, { start, end }),
    }))
    const parties = new Map<string, { duties: number; prohibitions: number }>()
    for (const { who, kind } of found) {
      const counts = parties.get(who ?? 'Nobody named') ?? { duties: 0, prohibitions: 0 }
      counts[kind === 'duty' ? 'duties' : 'prohibitions']++
      parties.set(who ?? 'Nobody named', counts)
    }
    return output({
      obligations: found,
      by_party: [...parties].map(([who, counts]) => ({ who, ...counts })),
      truncated: all.length > MOST,
    })
  },
})
