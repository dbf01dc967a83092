import { z } from 'zod'
import { withPlaces } from '#nodes/lib/clinical/found-places.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { findVitals, VITALS } from '#nodes/lib/clinical/vitals.ts'
import { PLACE } from '#nodes/lib/document/placed.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const extractVitals = defineNode({
  type: 'extract_vitals',
  version: 1,
  title: 'Extract vital signs',
  category: 'healthcare',
  icon: 'heart-pulse',
  description:
    'Blood pressure, pulse, breathing, temperature, oxygen, weight, height, BMI, pain and coma scores of a note, in the units they are written in. Numbers that no person can have are left out.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
  }),
  output: z.object({
    vitals: z.array(
      z.object({
        ...PLACE,
        kind: z.enum(VITALS),
        value: z.number(),
        /** Diastolic pressure, what a score is out of, or inches beside feet. */
        second: z.number().nullable(),
        unit: z.string(),
      }),
    ),
    count: z.number().int(),
  }),
  sentence: () => 'Vital signs with their units',
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const vitals = findVitals(document.text)
    return output({ vitals: withPlaces(document, vitals), count: vitals.length })
  },
})
