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
    'Extracts blood pressure, pulse, respiration, temperature, oxygen saturation, weight, height, BMI, pain and coma scores of a note, in their original units. Leaves out physiologically impossible values.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
  }),
  output: z.object({
    vitals: z.array(
      z.object({
        ...PLACE,
        kind: z.enum(VITALS),
        value: z.number(),
        /** Diastolic pressure, the maximum of a score, or inches after feet. */
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
