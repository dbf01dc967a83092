/** Where no sentence alone answers: the article whose title speaks of the question and whose text covers it. */
import { synonymsOf } from '#nodes/lib/insight/synonyms.ts'
import { bm25Index } from '#nodes/lib/retrieval/bm25.ts'
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'

export interface Section extends Span {
  title: string
}

/** Words that shape a question of a customer and say nothing of its subject. */
const SHAPE = new Set(
  terms(
    'long take much many often need want help please order item product get make do way possible thing time customer you we i',
  ),
)

/** Of the question's weight, so much must be covered by title and text. */
const COVERED = 0.75
/** A title must carry so much of it. */
const TITLED = 0.35

const covers = (term: string, words: ReadonlySet<string>): boolean =>
  words.has(term) || synonymsOf(term).some((other) => words.has(other))

/**
 * The sentences of the best section that share most with the question, in reading order; empty when no section is about it.
 * @param sections articles in order; `text` is what their offsets refer to
 */
export function fromArticle(text: string, sections: readonly Section[], question: string, most: number): Span[] {
  const asked = [...new Set(terms(question))]
  const subject = asked.filter((term) => !SHAPE.has(term))
  if (subject.length === 0) return []
  const words = sections.map(({ title, start, end }) => ({
    title: new Set(terms(title)),
    all: new Set(terms(`${title} ${text.slice(start, end)}`)),
  }))
  const index = bm25Index(words.map(({ all }) => [...all]))
  const weight = (term: string): number =>
    Math.max(0.3, index.idf(term), ...synonymsOf(term).map((other) => index.idf(other) * 0.8)) ||
    Math.log(1 + sections.length)
  const total = subject.reduce(
    (sum, term) =>
      sum +
      (index.idf(term) === 0 && !synonymsOf(term).some((other) => index.idf(other) > 0)
        ? Math.log(1 + 2 * sections.length)
        : weight(term)),
    0,
  )
  const share = (found: ReadonlySet<string>): number =>
    subject.reduce((sum, term) => sum + (covers(term, found) ? weight(term) : 0), 0) / total
  const scored = words
    .map(({ title, all }, at) => ({ at, score: share(all) + share(title), titled: share(title), covered: share(all) }))
    .filter(({ titled, covered }) => titled >= TITLED && covered >= COVERED)
  const [best] = scored.sort((a, b) => b.score - a.score)
  const section = best === undefined ? undefined : sections[best.at]
  if (section === undefined) return []
  const spans = sentences(text, section.start, section.end).map((span) => {
    const own = new Set(terms(text.slice(span.start, span.end)))
    const timed =
      /\bhow (?:long|soon)|when\b/i.test(question) &&
      /\b(?:hours?|days?|weeks?|months?|years?|minutes?)\b/i.test(text.slice(span.start, span.end))
    return { ...span, score: subject.filter((term) => covers(term, own)).length + (timed ? 1 : 0) }
  })
  const chosen = spans
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, most)
  const some = chosen.length > 0 ? chosen : spans.slice(0, 1)
  return some.sort((a, b) => a.start - b.start).map(({ start, end }) => ({ start, end }))
}
