import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { ASSERTIONS, assessAssertion, readContext } from '#nodes/lib/clinical/assertion.ts'
import { noteFrom } from '#nodes/lib/clinical/note.ts'
import { SECTIONS, sectionAt, splitSections } from '#nodes/lib/clinical/sections.ts'
import { type Span, splitSentences } from '#nodes/lib/clinical/sentences.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { spansOfWords } from '#nodes/lib/document/redaction.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const clinicalAssertions = defineNode({
  type: 'clinical_assertions',
  version: 1,
  title: 'Negation and assertion',
  category: 'healthcare',
  icon: 'circle-slash',
  description:
    'Determines for each mention of your words in a note whether it is present, possible, negated, historical or about a relative (ConText, NegEx), and which words decided that.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    terms: value('Words', 'A list of words or phrases to look for, such as “chest pain”.'),
  }),
  example: { terms: ['chest pain', 'fever'] },
  output: z.object({
    assertions: z.array(
      z.object({
        ...PLACE,
        term: z.string(),
        assertion: z.enum(ASSERTIONS),
        /** Advice, prevention or risk: no finding at all. */
        hypothetical: z.boolean(),
        because: z.string().nullable(),
        section: z.enum(SECTIONS),
        sentence: z.object({ text: z.string(), start: z.number().int(), end: z.number().int() }),
      }),
    ),
    /** Of each term: how often it is meant as what. */
    summary: z.record(z.string(), z.record(z.string(), z.number().int())),
  }),
  sentence: ({ terms }) => (Array.isArray(terms) ? terms.slice(0, 3).join(', ') : 'Words from the input'),
  run(ctx) {
    const document = noteFrom(ctx.config.document, ctx.input)
    const terms = termsFrom(ctx.config.terms)
    const { text } = document
    const heads = splitSections(text)
    const all = splitSentences(
      text,
      heads.map(({ start }) => start),
    )
    const summary: Record<string, Record<string, number>> = {}
    const found = terms.flatMap((term) => {
      const counts: Record<string, number> = {}
      summary[term] = counts
      return spansOfWords(text, [term]).map((span) => {
        const sentence = sentenceAt(all, span.start) ?? { start: span.start, end: span.end }
        const section = sectionAt(heads, span.start)?.kind ?? 'other'
        const words = text.slice(sentence.start, sentence.end)
        const judged = assessAssertion(
          readContext(words),
          span.start - sentence.start,
          span.end - sentence.start,
          section,
        )
        counts[judged.assertion] = (counts[judged.assertion] ?? 0) + 1
        return { ...placed(document, span), term, ...judged, section, sentence: { text: words, ...sentence } }
      })
    })
    const assertions = found.toSorted((a, b) => a.start - b.start)
    return output({ assertions: assertions as unknown as Json, summary })
  },
})

/** @throws NodeError `terms_invalid` */
function termsFrom(given: Json | undefined): string[] {
  const parsed = z.array(z.string().trim().min(2).max(200)).min(1).max(200).safeParse(given)
  if (parsed.success) return [...new Set(parsed.data)].filter((term) => term !== '__proto__')
  throw new NodeError('terms_invalid', 'Enter a list of 1 to 200 words or phrases', { field: 'terms' })
}

/** Sentences are in order and do not overlap. */
function sentenceAt(all: readonly Span[], offset: number): Span | null {
  let [low, high] = [0, all.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const one = all[middle]
    if (one === undefined) break
    if (offset < one.start) high = middle - 1
    else if (offset >= one.end) low = middle + 1
    else return { start: one.start, end: one.end }
  }
  return null
}
