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
    'Lists who must do, or must not do, what by when in a contract: the party, the act, time-limit, repetition, condition and the place of each. Works by rules, in English.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
    only_with_deadline: z
      .boolean()
      .default(false)
      .describe('Leave out what has neither a time-limit nor a repetition.')
      .meta({ title: 'Only with a time' }),
  }),
  output: z.object({
    obligations: z.array(Obligation),
    by_party: z.array(z.object({ who: z.string(), duties: z.number().int(), prohibitions: z.number().int() })),
    truncated: z.boolean(),
  }),
  sentence: (config) =>
    config.only_with_deadline ? 'Lists duties with a time-limit' : 'Lists duties and prohibitions',
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
