import { z } from 'zod'
import { withPlaces } from '#nodes/lib/clinical/found-places.ts'
import { findMedications } from '#nodes/lib/clinical/medications.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { SECTIONS } from '#nodes/lib/clinical/sections.ts'
import { PLACE } from '#nodes/lib/document/placed.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const extractMedications = defineNode({
  type: 'extract_medications',
  version: 1,
  title: 'Extract medications',
  category: 'healthcare',
  icon: 'pill',
  description:
    'Extracts the medications of a note with dose, route, frequency and duration, and whether they are taken, started, given or stopped. Leaves out allergies and negated medications. Works by names and rules.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    only_lists: z
      .boolean()
      .default(false)
      .describe('Uses only text under a heading such as Discharge medications.')
      .meta({ title: 'Only medication lists' }),
  }),
  output: z.object({
    medications: z.array(
      z.object({
        ...PLACE,
        name: z.string(),
        dose: z.string().nullable(),
        route: z.string().nullable(),
        frequency: z.string().nullable(),
        duration: z.string().nullable(),
        as_needed: z.boolean(),
        status: z.enum(['taken', 'started', 'stopped', 'given', 'planned']),
        section: z.enum(SECTIONS),
      }),
    ),
    count: z.number().int(),
  }),
  sentence: ({ only_lists }) => (only_lists ? 'Medications in lists' : 'All medications'),
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const all = findMedications(document.text)
    const medications = ctx.config.only_lists ? all.filter(({ section }) => section === 'medications') : all
    return output({ medications: withPlaces(document, medications), count: medications.length })
  },
})
