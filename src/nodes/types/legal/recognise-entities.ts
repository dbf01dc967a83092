import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { ASSERTIONS } from '#nodes/lib/clinical/assertion.ts'
import { conceptIndex } from '#nodes/lib/clinical/concept-index.ts'
import { findFindings } from '#nodes/lib/clinical/findings.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { SECTIONS, splitSections } from '#nodes/lib/clinical/sections.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Span = z.object({ text: z.string(), start: z.number().int(), end: z.number().int() })

/** A finding of a note; offsets are UTF-16 positions in `document.text`, end exclusive. */
export const Entity = Span.extend({
  /** What the words mean, as the code table says it. */
  concept: z.string(),
  sentence: Span,
  section: z.enum(SECTIONS),
  assertion: z.enum(ASSERTIONS),
  /** The words (or the section) that decided the assertion; null when present. */
  because: z.string().nullable(),
})

export const recogniseEntities = defineNode({
  type: 'recognise_entities',
  version: 1,
  title: 'Recognise entities',
  category: 'healthcare',
  icon: 'stethoscope',
  description:
    'Reads a clinical note: its sections and findings, each with its sentence, its location and whether it is present, possible, negated, historical or about a relative. Works by dictionary and rules, without an AI model.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
  }),
  output: z.object({
    /** The document that was read, passed on for the next node. */
    document: z.looseObject({ text: z.string() }),
    sections: z.array(
      z.object({ kind: z.enum(SECTIONS), title: z.string(), start: z.number().int(), end: z.number().int() }),
    ),
    entities: z.array(Entity),
  }),
  sentence: () => 'Finds sections, findings and negation',
  timeout_ms: 60_000,
  async run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    ctx.progress(0.1, 'Reading the code table')
    const index = conceptIndex(await ctx.codes.table('icd10cm'))
    ctx.signal.throwIfAborted()
    ctx.progress(0.5, 'Looking for findings')
    const { text } = document
    const span = (start: number, end: number) => ({ text: text.slice(start, end), start, end })
    const entities = findFindings(index, text).map((finding) => ({
      ...span(finding.start, finding.end),
      concept: finding.concept.codes[0]?.entry.description ?? '',
      sentence: span(finding.sentence.start, finding.sentence.end),
      section: finding.section,
      assertion: finding.assertion,
      because: finding.because,
    }))
    const heads = splitSections(text).map(({ kind, title, start, end }) => ({ kind, title, start, end }))
    return output({ document: { ...document } as unknown as Json, sections: heads, entities })
  },
})
