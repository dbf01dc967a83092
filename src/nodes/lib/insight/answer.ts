/** Answering a question with sentences of the document itself: retrieval, then the best sentence, or nothing. */

import { bm25Index } from '#nodes/lib/retrieval/bm25.ts'
import type { Chunk } from '#nodes/lib/retrieval/chunks.ts'
import { cosine } from '#nodes/lib/retrieval/fuse.ts'
import { type SearchMode, searchPassages } from '#nodes/lib/retrieval/search.ts'
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { EmbedPort, ParsedDocument } from '#nodes/ports.ts'
import { synonymsOf } from './synonyms.ts'

export interface AnswerSentence extends Span {
  /** 0 to 1: how well it answers. */
  score: number
}

export interface Answer {
  /** Best first; empty when the document does not answer. */
  sentences: AnswerSentence[]
  /** 0 to 1. */
  confidence: number
}

/** Passages whose sentences are looked at. */
const PASSAGES = 8
/** Below this score a sentence is not an answer (measured; see `bench/insight.ts`). */
export const SUPPORTED = 0.42
/** Further sentences must come this near to the best. */
const NEAR = 0.85

/** What the question asks for, and how a sentence shows that it has it. */
const ASKS: readonly (readonly [question: RegExp, shows: RegExp])[] = [
  [
    /\b(?:how much|what (?:is|was|are|were) the (?:[a-z]+ ){0,3}(?:fee|rent|price|cost|amount|salary|budget|revenue|deposit|charge|value|penalty)s?|cost)\b/i,
    /(?:₹|\brs\.?|\binr|\$|€|£|\busd|\brupees|\bper ?cent|%)/i,
  ],
  [
    /\b(?:when|what date|which date|what day|which year)\b/i,
    /\b(?:\d{1,2}[ /.-](?:\d{1,2}|[a-z]{3,9})[ /.-]\d{2,4}|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\d{4})\b/i,
  ],
  [
    /\b(?:how long|how soon|notice period|what (?:is|was) the (?:[a-z]+ ){0,3}(?:period|term|duration|time))\b/i,
    /\b(?:days?|weeks?|months?|years?|hours?|minutes?)\b/i,
  ],
  [
    /\b(?:how many|what number|what percentage|what (?:is|was) the (?:[a-z]+ ){0,3}(?:rate|number|share|percentage))\b/i,
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b/i,
  ],
  // A term is explained where it is defined, and a person where they are named.
  [/\bwho (?:is|are|was|were)\b/i, /["“][^"“”]{2,40}["”]|\b(?:Mr|Mrs|Ms|Dr|Shri|Smt)\b|\bappointed\b/],
  [
    /\bwho(?:se|m)?\b(?! (?:is|are|was|were)\b)/i,
    /\p{Lu}\p{Ll}+ \p{Lu}|\b(?:Mr|Mrs|Ms|Dr)\b|\b(?:party|client|company|lessor|lessee|provider|employee)\b/iu,
  ],
  [/\bwhere\b/i, /\b(?:at|in|office|situated|located|address)\b/i],
]

interface Candidate extends Span {
  /** Words of the sentence and of its headings. */
  own: Set<string>
  around: Set<string>
}

/** A line that names what follows rather than saying something. */
const isHeading = (text: string): boolean =>
  text.length <= 90 && !/[.!?;]["”’')]?$|[\t|₹%]/.test(text) && !/\d{2}/.test(text.slice(4))

function candidates(document: ParsedDocument, passages: readonly Chunk[]): Candidate[] {
  const seen = new Set<number>()
  return passages.flatMap((passage) => {
    let around = new Set(terms(passage.heading ?? ''))
    return sentences(document.text, passage.start, passage.end).flatMap((span) => {
      if (seen.has(span.start)) return []
      seen.add(span.start)
      const text = document.text.slice(span.start, span.end)
      const own = new Set(terms(text))
      const table = document.tables.find(({ start, end }) => start <= span.start && end >= span.end)
      if (isHeading(text)) around = new Set([...terms(passage.heading ?? ''), ...own])
      return own.size < 2 || isHeading(text)
        ? []
        : [{ ...span, own, around: new Set([...around, ...terms(table?.rows[0]?.join(' ') ?? '')]) }]
    })
  })
}

/** Words that shape a question and say nothing of its subject. */
const QUESTION_WORDS = new Set(
  terms(
    'happens apply applies applied much many often kind happen use used make get document contract agreement policy rule clause provision',
  ),
)

/** What the question is about; all of its words when it has none but question words. */
function subjectOf(question: string): string[] {
  const all = [...new Set(terms(question))]
  const subject = all.filter((term) => !QUESTION_WORDS.has(term))
  return subject.length === 0 ? all : subject
}

const SYNONYM = 0.8
const HEADING = 0.6

/** How far a sentence covers one term: directly, by a synonym, or by its heading. */
function covers(term: string, { own, around }: Candidate): number {
  if (own.has(term)) return 1
  const others = synonymsOf(term)
  if (others.some((other) => own.has(other))) return SYNONYM
  if (around.has(term)) return HEADING
  return others.some((other) => around.has(other)) ? SYNONYM * HEADING : 0
}

/** The share of the question's weight that the sentence covers. */
function coverage(subject: readonly string[], weightOf: (term: string) => number, candidate: Candidate): number {
  const total = subject.reduce((sum, term) => sum + weightOf(term), 0)
  const covered = subject.reduce((sum, term) => sum + weightOf(term) * covers(term, candidate), 0)
  return total === 0 ? 0 : covered / total
}

/** A document that lacks half of what a question is about rarely answers it: its sentences count this much. */
const STRANGE = 0.7

/** How rare each term is in the document; a term that it lacks weighs at least as much as the rarest of the others. */
function weights(subject: readonly string[], texts: readonly string[]) {
  const index = bm25Index(texts.map(terms))
  const rarity = (term: string): number =>
    Math.max(index.idf(term), ...synonymsOf(term).map((other) => index.idf(other) * SYNONYM))
  const known = subject.map(rarity).filter((weight) => weight > 0)
  const rarest = Math.max(0.6 * Math.log(1 + 2 * texts.length), ...known)
  return {
    weightOf: (term: string): number => rarity(term) || rarest,
    trust: known.length <= subject.length / 2 ? STRANGE : 1,
  }
}

/** Whether the sentence shows what the question asks for: 1 yes, 0 no, null when the question asks nothing of the kind. */
function fits(question: string, text: string): number | null {
  const asked = ASKS.filter(([pattern]) => pattern.test(question))
  if (asked.length === 0) return null
  return asked.some(([, shows]) => shows.test(text)) ? 1 : 0
}

const score = (covered: number, similar: number, fit: number | null): number => {
  const base = 0.6 * covered + 0.4 * Math.max(0, similar)
  return fit === null ? base : 0.85 * base + 0.15 * fit
}

/**
 * Answers from `passages` of a document. Extractive: every sentence is the document's own. Nothing is returned when no sentence
 * reaches {@link SUPPORTED}; a question without a word of meaning has no answer.
 */
export async function answer(
  document: ParsedDocument,
  passages: readonly Chunk[],
  question: string,
  options: { mode: SearchMode; max_sentences: number },
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<Answer> {
  const subject = subjectOf(question)
  if (subject.length === 0) return { sentences: [], confidence: 0 }
  const texts = passages.map((passage) =>
    passage.heading === null ? passage.text : `${passage.heading}\n${passage.text}`,
  )
  const words = subject.flatMap(synonymsOf)
  const hits = await searchPassages(texts, question, { mode: options.mode, limit: PASSAGES, words }, embed, signal)
  const list = candidates(
    document,
    hits.flatMap(({ index }) => passages[index] ?? []),
  )
  const { weightOf, trust } = weights(
    subject,
    sentences(document.text).map(({ start, end }) => document.text.slice(start, end)),
  )
  const slices = list.map(({ start, end }) => document.text.slice(start, end))
  const vectors = options.mode === 'bm25' ? [] : await embed([question, ...slices], signal)
  const target = vectors[0]
  const scored = list.map((candidate, at) => {
    const vector = vectors[at + 1]
    const covered = coverage(subject, weightOf, candidate)
    const similar = target === undefined || vector === undefined ? covered : cosine(target, vector)
    return {
      start: candidate.start,
      end: candidate.end,
      score: trust * score(covered, similar, fits(question, slices[at] ?? '')),
    }
  })
  scored.sort((a, b) => b.score - a.score || a.start - b.start)
  const best = scored[0]
  if (best === undefined || best.score < SUPPORTED) return { sentences: [], confidence: 0 }
  const chosen = scored
    .filter((one) => one.score >= NEAR * best.score && one.score >= SUPPORTED)
    .slice(0, options.max_sentences)
  const confidence = Math.min(0.99, Math.round((0.4 + 0.6 * ((best.score - SUPPORTED) / (1 - SUPPORTED))) * 100) / 100)
  return { sentences: chosen.map((one) => ({ ...one, score: Math.round(one.score * 100) / 100 })), confidence }
}
