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
    'Extracts what should happen after a visit: appointments, tests, referrals, instructions and when to return immediately, with the time and the person if the note names them.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
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
