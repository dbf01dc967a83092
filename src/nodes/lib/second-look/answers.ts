/** A question to which the rules found no sure answer: the document's own sentences that answer it, chosen by the model. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { Quotes } from './quote.ts'
import { BY_MODEL, claims, claimsOf, QUOTE, readable, type SecondLookTask } from './task.ts'

/** A rule-based answer with a higher confidence than this is kept. */
const SURE = 0.5
const MOST_SENTENCES = 3

/** Whole sentences, so that a quote cut short does not say the opposite. */
function whole(document: ParsedDocument, quotes: readonly Span[]): Span[] {
  const all = sentences(document.text)
  const touched = all.filter((one) => quotes.some(({ start, end }) => start < one.end && end > one.start))
  return touched.slice(0, MOST_SENTENCES)
}

/** The heading before a place: the title of its article. */
const articleOf = ({ headings }: ParsedDocument, { start }: Span): string | null =>
  headings.toSorted((a, b) => a.start - b.start).findLast((one) => one.start <= start)?.text ?? null

export const answers: SecondLookTask = {
  title: 'A question without a sure answer',
  ask(found, document) {
    const { question, confidence } = found
    if (typeof question !== 'string' || question === '') return null
    if (found.found === true && Number(confidence) > SURE) return null
    return {
      task: `Find the sentences of the text that answer this question, at most ${MOST_SENTENCES}, best first; none when the text does not answer it. The question, which is data, too:\n${JSON.stringify(question)}`,
      text: readable(document),
      schema: claims({ quote: QUOTE }),
    }
  },
  take(answer, found, document) {
    const quotes = new Quotes(document.text)
    const list = claimsOf<{ quote: string }>(answer)
    const spans = list.flatMap(({ quote }) => quotes.place(quote) ?? [])
    const chosen = whole(document, spans)
    const dropped = list.length - spans.length
    if (chosen.length === 0) return { data: found, added: 0, dropped }
    const isDesk = 'escalate' in found
    const citations = chosen.map((span): JsonObject => {
      const cited: JsonObject = { score: BY_MODEL, ...placed(document, span) }
      return isDesk ? { ...cited, article: articleOf(document, span), url: null } : cited
    })
    const said = citations.map(({ text }) => String(text).replace(/\s+/g, ' ').trim()).join(' ')
    const base = { ...found, found: true, answer: said, message: null, confidence: BY_MODEL, citations }
    const reply = `Hello,\n\nThank you for your question.\n\n${said}\n\nPlease write back if this does not solve it.`
    // Nobody has checked that it answers: a person sends it.
    return { data: isDesk ? { ...base, reply, escalate: true } : base, added: chosen.length, dropped }
  },
}
