import { z } from 'zod'
import { withPlaces } from '#nodes/lib/clinical/found-places.ts'
import { findLabs } from '#nodes/lib/clinical/labs.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { PLACE } from '#nodes/lib/document/placed.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const extractLabs = defineNode({
  type: 'extract_labs',
  version: 1,
  title: 'Extract lab values',
  category: 'healthcare',
  icon: 'test-tube',
  description:
    'Extracts laboratory values from the sentences, lists and tables of a note: test, value, unit and date, and high or low if the note says so. It doesn’t compare values with reference ranges.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
  }),
  output: z.object({
    labs: z.array(
      z.object({
        ...PLACE,
        name: z.string(),
        value: z.string(),
        number: z.number().nullable(),
        unit: z.string().nullable(),
        flag: z.enum(['high', 'low']).nullable(),
        date: z.string().nullable(),
      }),
    ),
    count: z.number().int(),
  }),
  sentence: () => 'Values with units and dates',
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const labs = findLabs(document.text)
    return output({ labs: withPlaces(document, labs), count: labs.length })
  },
})
