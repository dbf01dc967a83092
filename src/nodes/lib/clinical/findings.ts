/** Finds the findings of a note: their words, sentence, section and assertion. */
import { allergyClause, findAllergens } from './allergies.ts'
import { type Assertion, assessAssertion, readContext } from './assertion.ts'
import type { Concept, ConceptIndex } from './concept-index.ts'
import { type Match, matchSentence } from './match.ts'
import { type Section, type SectionKind, sectionAt, splitSections } from './sections.ts'
import { type Span, splitSentences } from './sentences.ts'

export interface Finding {
  concept: Concept
  /** The exact words: `text.slice(start, end)`; UTF-16 positions in the note. */
  start: number
  end: number
  sentence: { start: number; end: number }
  section: SectionKind
  assertion: Assertion
  /** The words that decided the assertion; null when present. */
  because: string | null
  gap: number
}

/** Sections that list no findings of their own. */
const SILENT: readonly SectionKind[] = ['not_clinical', 'instructions']

/** Headings and list numbers are no part of a finding: `Allergies: none`, `4. AKI`. */
const LIST_MARK = /^\s*(?:\(?\d{1,2}[.)]|[•●▪*–-])\s+/

function bodyOf(text: string, heads: readonly Section[], { start, end }: Span): Span {
  const body = Math.min(Math.max(start, sectionAt(heads, start)?.body ?? start), end)
  const mark = LIST_MARK.exec(text.slice(body, Math.min(end, body + 12)))
  return { start: body + (mark?.[0].length ?? 0), end }
}

/** The allergens between two positions of the note, as matches of their codes. */
function allergenMatches(index: ConceptIndex, text: string, { start, end }: Span): Match[] {
  return findAllergens(text.slice(start, end)).flatMap((allergen) => {
    const entry = index.get(allergen.code)
    if (entry === null) return []
    const concept: Concept = { units: [entry.code], weight: 10, codes: [{ entry, cost: 0 }] }
    return [{ concept, start: start + allergen.start, end: start + allergen.end, gap: 0, score: 10 }]
  })
}

const isAllergy = (match: Match): boolean => /^(?:Z88|Z91\.0|J30|T78)/.test(match.concept.codes[0]?.entry.code ?? '')

/** An allergy list names allergens; elsewhere the concepts of the sentence count, and allergens after `allergic to`. */
function matchesIn(index: ConceptIndex, text: string, sentence: Span, section: SectionKind): Match[] {
  const found = matchSentence(index, text, sentence.start, sentence.end)
  if (section === 'allergies') {
    const listed = allergenMatches(index, text, sentence)
    return listed.length > 0 ? listed : found.filter(isAllergy)
  }
  const clause = allergyClause(text.slice(sentence.start, sentence.end))
  if (clause === null) return found
  const named = allergenMatches(index, text, { start: sentence.start + clause, end: sentence.end })
  return named.length === 0 ? found : [...found.filter((match) => !isAllergy(match)), ...named]
}

/** All findings of a note, in order of place. Advice, prevention and text that is not about the patient are left out. */
export function findFindings(index: ConceptIndex, text: string): Finding[] {
  const heads = splitSections(text)
  const result: Finding[] = []
  for (const sentence of splitSentences(
    text,
    heads.map((head) => head.start),
  )) {
    const section = sectionAt(heads, sentence.start)?.kind ?? 'other'
    if (SILENT.includes(section)) continue
    const matches = matchesIn(index, text, bodyOf(text, heads, sentence), section)
    if (matches.length === 0) continue
    const context = readContext(text.slice(sentence.start, sentence.end))
    for (const match of matches) {
      const judged = assessAssertion(context, match.start - sentence.start, match.end - sentence.start, section)
      if (judged.hypothetical) continue
      const { assertion, because } = judged
      result.push({ ...match, sentence, section, assertion, because })
    }
  }
  return result
}

/** What an earlier reading of the note says of a finding; a person may have corrected it since. */
export interface KnownFinding {
  start: number
  end: number
  sentence: { start: number; end: number }
  section: SectionKind
  assertion: Assertion
}

/** The findings at known places, with the assertion given there: words that the table no longer knows are left out. */
export function findingsAt(index: ConceptIndex, text: string, known: readonly KnownFinding[]): Finding[] {
  const heads = splitSections(text)
  const bySentence = new Map<string, Match[]>()
  const matchesOf = ({ start, end }: Span, section: SectionKind): Match[] => {
    const key = `${start}:${end}:${section}`
    const matches = bySentence.get(key) ?? matchesIn(index, text, bodyOf(text, heads, { start, end }), section)
    bySentence.set(key, matches)
    return matches
  }
  return known.flatMap(({ start, end, sentence, section, assertion }) => {
    const { start: from, end: to } = sentence
    const match = matchesOf(sentence, section).find((candidate) => candidate.start === start && candidate.end === end)
    return match === undefined
      ? []
      : [{ ...match, sentence: { start: from, end: to }, section, assertion, because: null }]
  })
}
