import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { SECTIONS, splitSections } from '#nodes/lib/clinical/sections.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { defineNode, output } from '#nodes/node.ts'
import { MOST_CHOICES, value } from '#nodes/settings.ts'

export const clinicalSections = defineNode({
  type: 'clinical_sections',
  version: 1,
  title: 'Sections of a note',
  category: 'healthcare',
  icon: 'list-tree',
  description:
    'Splits a clinical note into its sections (complaint, history, medications, examination, course, assessment, plan and others) by their headings, each with its text and location.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    kinds: z
      .array(z.enum(SECTIONS))
      .max(MOST_CHOICES)
      .default([])
      .describe('Only these sections. Leave empty for all sections.')
      .meta({ title: 'Sections' }),
  }),
  output: z.object({
    sections: z.array(
      z.object({
        ...PLACE,
        kind: z.enum(SECTIONS),
        /** The heading as written; empty before the first one. */
        title: z.string(),
        /** The text after the heading. */
        body: z.string(),
      }),
    ),
    /** The text of each kind; several sections of a kind are joined. */
    by_kind: z.record(z.string(), z.string()),
    count: z.number().int(),
  }),
  sentence: ({ kinds }) => (kinds.length === 0 ? 'All sections' : kinds.join(', ').replaceAll('_', ' ')),
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const { text } = document
    const wanted = ctx.config.kinds
    const found = splitSections(text).filter(
      ({ kind, start, end }) => (wanted.length === 0 || wanted.includes(kind)) && text.slice(start, end).trim() !== '',
    )
    const by_kind: Record<string, string> = {}
    const all = found.map(({ kind, title, start, end, body }) => {
      const words = text.slice(body, end).trim()
      if (words !== '') by_kind[kind] = by_kind[kind] === undefined ? words : `${by_kind[kind]}\n\n${words}`
      return {
        ...placed(document, { start, end: start + text.slice(start, end).trimEnd().length }),
        kind,
        title,
        body: words,
      }
    })
    return output({ sections: all as unknown as Json, by_kind, count: all.length })
  },
})
