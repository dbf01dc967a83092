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
    'Laboratory values of a note, from sentences, lists and tables: the test, its value, unit, date, and high or low where the note says so. It compares with no reference ranges of its own.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Document', 'A parsed document or a text. Left out, the document of the input is taken.'),
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
