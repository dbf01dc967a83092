import { z } from 'zod'
import { FOLLOW_UPS, followUpsIn } from '#nodes/lib/clinical/follow-up.ts'
import { withPlaces } from '#nodes/lib/clinical/found-places.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { PLACE } from '#nodes/lib/document/placed.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const extractFollowUp = defineNode({
  type: 'extract_follow_up',
  version: 1,
  title: 'Extract follow-up',
  category: 'healthcare',
  icon: 'calendar-check',
  description:
    'What is to happen after a visit: appointments, tests, referrals, instructions and when to come back at once, each with its time and with whom where the note says it.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
  }),
  output: z.object({
    follow_up: z.array(
      z.object({ ...PLACE, kind: z.enum(FOLLOW_UPS), when: z.string().nullable(), with: z.string().nullable() }),
    ),
    count: z.number().int(),
  }),
  sentence: () => 'Appointments, tests, referrals, warnings',
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const found = followUpsIn(document.text)
    return output({ follow_up: withPlaces(document, found), count: found.length })
  },
})
