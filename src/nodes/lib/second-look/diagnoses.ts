/** Diagnoses that a note says in words the dictionary does not know. The rules of negation, history and family judge each again. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { assessAssertion, readContext } from '#nodes/lib/clinical/assertion.ts'
import { sectionAt, splitSections } from '#nodes/lib/clinical/sections.ts'
import { type Span, splitSentences } from '#nodes/lib/clinical/sentences.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { Quotes } from './quote.ts'
import { BY_MODEL, claims, claimsOf, objectsIn, QUOTE, readable, type SecondLookTask } from './task.ts'

const places = (found: JsonObject): Span[] =>
  objectsIn(found.codes).flatMap(({ evidence }) =>
    objectsIn(evidence).map(({ start, end }) => ({ start: Number(start), end: Number(end) })),
  )

export const diagnoses: SecondLookTask = {
  title: 'Diagnoses in words no dictionary has',
  ask(found, document) {
    const known = objectsIn(found.codes).map(({ code }) => code)
    return {
      task: `Find diagnoses of the patient in the note that have an ICD-10-CM code other than these: ${known.join(', ') || 'none yet'}. Give the most specific code that the words allow.`,
      text: readable(document),
      schema: claims({
        code: { type: 'string', pattern: '^[A-Z][0-9][0-9A-Z](\\.[0-9A-Z]{1,4})?$' },
        quote: QUOTE,
      }),
    }
  },
  async take(answer, found, document, ctx) {
    const { entries } = await ctx.codes.table('icd10cm')
    const list = claimsOf<{ code: string; quote: string }>(answer)
    const wanted = new Set(list.map(({ code }) => code))
    const table = new Map(entries.filter(({ code }) => wanted.has(code)).map((entry) => [entry.code, entry]))
    const quotes = new Quotes(document.text)
    const heads = splitSections(document.text)
    const lines = splitSentences(
      document.text,
      heads.map(({ start }) => start),
    )
    const taken = places(found)
    const known = new Set(objectsIn(found.codes).map(({ code }) => code))
    const more = list.flatMap(({ code, quote }): JsonObject[] => {
      const entry = table.get(code)
      const span = quotes.place(quote)
      // What the rules have coded stays as they coded it.
      const isNew =
        span !== null && !known.has(code) && !taken.some((one) => one.start < span.end && one.end > span.start)
      const line = span && lines.find(({ start, end }) => start <= span.start && span.end <= end)
      if (!entry || !isNew || !line) return []
      const section = sectionAt(heads, line.start)?.kind ?? 'other'
      const context = readContext(document.text.slice(line.start, line.end))
      const { assertion, hypothetical } = assessAssertion(
        context,
        span.start - line.start,
        span.end - line.start,
        section,
      )
      if (hypothetical) return []
      taken.push(span)
      known.add(code)
      const sentence = { ...line, text: document.text.slice(line.start, line.end) }
      const candidate = entry.billable && (assertion === 'present' || assertion === 'possible')
      const evidence = [{ ...placed(document, span), sentence, section }]
      return [
        {
          code,
          description: entry.description,
          candidate,
          confidence: BY_MODEL,
          assertion,
          evidence,
          note: 'Found by a language model',
        },
      ]
    })
    const codes = objectsIn(found.codes)
    const all = [
      ...codes.filter(({ candidate }) => candidate === true),
      ...more.filter(({ candidate }) => candidate === true),
      ...codes.filter(({ candidate }) => candidate !== true),
      ...more.filter(({ candidate }) => candidate !== true),
    ]
    return { data: { ...found, codes: all }, added: more.length, dropped: list.length - more.length }
  },
}
