/** Sorting one ticket by its words: category, priority, feeling, and the words that decided, with their places. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import { type Language, languageOf } from './language.ts'
import { CATEGORY_SIGNS, TICKET_CATEGORIES, type TicketCategory } from './lexicon.ts'
import { REPLIES } from './replies.ts'
import { FEELINGS, NEGATIONS, URGENCY } from './urgency.ts'

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

export interface Triage {
  category: TicketCategory
  /** Others it may belong to as well, best first. */
  also: TicketCategory[]
  /** 0 to 1. */
  confidence: number
  priority: Priority
  priority_reasons: string[]
  sentiment: 'negative' | 'neutral' | 'positive'
  /** −1 to 1. */
  sentiment_score: number
  language: Language
  queue: string
  reply: string
  /** Words that decided: of the category, of the priority. */
  evidence: (Span & { of: 'category' | 'priority' })[]
}

const LONGEST_READ = 20_000
const MOST_PER_SIGN = 3
/** Words of the subject count this much more. */
const SUBJECT = 1.6

function scoreOf(
  text: string,
  subjectEnd: number,
  category: Exclude<TicketCategory, 'other'>,
): { score: number; found: Span[] } {
  const found: Span[] = []
  let score = 0
  for (const { pattern, weight } of CATEGORY_SIGNS[category]) {
    let count = 0
    for (const match of text.matchAll(pattern)) {
      if (++count > MOST_PER_SIGN) break
      // Repeating a word says little more than saying it once.
      score += (weight / count) * (match.index < subjectEnd ? SUBJECT : 1)
      found.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  return { score, found }
}

/** Mean feeling of the words that have one, turned round behind a negation of the same sentence, from −1 to 1. */
export function sentimentOf(text: string): number {
  let [sum, count] = [0, 0]
  for (const clause of text
    .toLowerCase()
    .replace(/[’']/g, '')
    .split(/[.!?;\n]+/)) {
    const words = clause.match(/\p{L}+/gu) ?? []
    for (const [index, word] of words.entries()) {
      const weight = Object.hasOwn(FEELINGS, word) ? (FEELINGS[word] ?? 0) : 0
      if (weight === 0) continue
      const negated =
        word !== 'never' && words.slice(Math.max(0, index - 3), index).some((before) => NEGATIONS.has(before))
      sum += negated ? -weight * 0.7 : weight
      count++
    }
  }
  const shouting = (text.match(/\b[A-Z]{4,}\b/g)?.length ?? 0) > 3 || /!{2,}/.test(text)
  const mean = count === 0 ? 0 : sum / Math.sqrt(count) / 3
  return Math.max(-1, Math.min(1, mean - (shouting && mean <= 0 ? 0.2 : 0)))
}

function priorityOf(text: string, category: TicketCategory, sentiment: number) {
  const reasons: string[] = []
  const evidence: Span[] = []
  let score = category === 'security' ? 2 : category === 'feature_request' || category === 'sales' ? -2 : 0
  for (const { pattern, weight, reason } of URGENCY) {
    const [first] = text.matchAll(pattern)
    if (first === undefined) continue
    score += weight
    reasons.push(reason)
    evidence.push({ start: first.index, end: first.index + first[0].length })
  }
  if (sentiment < -0.5) {
    score += 1
    reasons.push('an angry customer')
  }
  const priority: Priority = score >= 5 ? 'urgent' : score >= 3 ? 'high' : score >= 0 ? 'normal' : 'low'
  return { priority, reasons, evidence }
}

/** The name a letter is signed with, or nobody. */
const nameIn = (text: string): string =>
  /(?:regards|thanks|thank you|sincerely|yours)[,.!]?\s{1,3}(\p{Lu}[\p{L}.]{1,20}(?: \p{Lu}[\p{L}.]{1,20})?)\s*$/iu.exec(
    text.trim().slice(-200),
  )?.[1] ?? 'there'

/** @param subjectEnd where the subject line ends in the text; 0 without one */
export function triage(whole: string, subjectEnd = 0): Triage {
  const text = whole.slice(0, LONGEST_READ)
  const scored = TICKET_CATEGORIES.flatMap((category) =>
    category === 'other' ? [] : [{ category, ...scoreOf(text, subjectEnd, category) }],
  )
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  const category = best?.category ?? 'other'
  const sentiment = sentimentOf(text)
  const { priority, reasons, evidence } = priorityOf(text, category, sentiment)
  const { queue, text: reply } = REPLIES[category]
  const margin = best === undefined ? 0 : best.score / (best.score + (second?.score ?? 0))
  return {
    category,
    also: scored
      .slice(1, 3)
      .filter(({ score }) => score >= 0.5 * (best?.score ?? 0))
      .map((one) => one.category),
    confidence: best === undefined ? 0.2 : Math.round(Math.min(0.97, margin * (best.score >= 3 ? 1 : 0.7)) * 100) / 100,
    priority,
    priority_reasons: reasons,
    sentiment: sentiment < -0.15 ? 'negative' : sentiment > 0.15 ? 'positive' : 'neutral',
    sentiment_score: Math.round(sentiment * 100) / 100,
    language: languageOf(text),
    queue,
    reply: reply.replace('{name}', nameIn(text)),
    evidence: [
      ...(best?.found ?? []).map((span) => ({ ...span, of: 'category' as const })),
      ...evidence.map((span) => ({ ...span, of: 'priority' as const })),
    ].sort((a, b) => a.start - b.start),
  }
}

/** From this share of common terms on two tickets may be the same matter (Jaccard of term sets). */
const ALIKE = 0.5

/** For every ticket the earlier one it resembles most; null where none is alike. Quadratic in tickets of one list. */
export function duplicatesOf(texts: readonly string[]): ({ index: number; likeness: number } | null)[] {
  const sets = texts.map((text) => new Set(terms(text.slice(0, 4_000))))
  return sets.map((own, index) => {
    let best: { index: number; likeness: number } | null = null
    for (let other = 0; other < index; other++) {
      const theirs = sets[other]
      if (theirs === undefined || own.size < 3 || theirs.size < 3) continue
      let common = 0
      for (const term of own) if (theirs.has(term)) common++
      const likeness = common / (own.size + theirs.size - common)
      if (likeness >= ALIKE && likeness > (best?.likeness ?? 0))
        best = { index: other, likeness: Math.round(likeness * 100) / 100 }
    }
    return best
  })
}

export interface TicketText extends Span {
  /** As the text numbers it, else its place in the list from 1. */
  id: string
  subject: string | null
  /** Where the subject line ends, from the start of the ticket. */
  subject_end: number
}

const RULE = /^\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*$/
const OPENS = /^\s*(?:#{1,3} )?(?:ticket|case|request)\s*(?:#|no\.?|id|number)?\s*[:.#-]?\s*([A-Z]{0,5}-?\d{1,12})\b/i
const SUBJECT_LINE = /^\s*(?:subject|re|title)\s*:\s*(.{1,300})$/im

/** The tickets of a text: parted by rules (`---`), or each opened by a line such as `Ticket #123`; else the whole is one. */
export function ticketsIn(text: string): TicketText[] {
  const cuts: Span[] = []
  let [start, at] = [0, 0]
  const close = (end: number): void => {
    if (text.slice(start, end).trim() !== '') cuts.push({ start, end })
  }
  for (const line of text.split('\n')) {
    if (RULE.test(line)) {
      close(at)
      start = at + line.length + 1
    } else if (OPENS.test(line)) {
      close(at)
      start = at
    }
    at += line.length + 1
  }
  close(text.length)
  return cuts.map((cut, index) => {
    const raw = text.slice(cut.start, cut.end)
    const lead = raw.length - raw.trimStart().length
    const body = raw.trim()
    const subject = SUBJECT_LINE.exec(body.slice(0, 2_000))
    return {
      id: OPENS.exec(body.split('\n', 1)[0] ?? '')?.[1] ?? String(index + 1),
      subject: subject?.[1]?.trim() ?? null,
      subject_end: subject === null ? 0 : subject.index + subject[0].length,
      start: cut.start + lead,
      end: cut.start + lead + body.length,
    }
  })
}
