/** Finds the findings of a note: their words, sentence, section and assertion. */
import { type Assertion, judge, readContext } from './assertion.ts'
import type { Concept, ConceptIndex } from './concept-index.ts'
import { type Match, matchSentence } from './match.ts'
import { type SectionKind, sectionAt, sections } from './sections.ts'
import { sentences } from './sentences.ts'

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

/** All findings of a note, in order of place. Advice, prevention and text that is not about the patient are left out. */
export function findings(index: ConceptIndex, text: string): Finding[] {
  const heads = sections(text)
  const result: Finding[] = []
  for (const sentence of sentences(
    text,
    heads.map((head) => head.start),
  )) {
    const section = sectionAt(heads, sentence.start)
    if (SILENT.includes(section)) continue
    const matches = matchSentence(index, text, sentence.start, sentence.end)
    if (matches.length === 0) continue
    const context = readContext(text.slice(sentence.start, sentence.end))
    for (const match of matches) {
      const judged = judge(context, match.start - sentence.start, match.end - sentence.start, section)
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
  const bySentence = new Map<string, Match[]>()
  const matchesOf = ({ start, end }: KnownFinding['sentence']): Match[] => {
    const key = `${start}:${end}`
    const matches = bySentence.get(key) ?? matchSentence(index, text, start, end)
    bySentence.set(key, matches)
    return matches
  }
  return known.flatMap(({ start, end, sentence, section, assertion }) => {
    const { start: from, end: to } = sentence
    const match = matchesOf(sentence).find((candidate) => candidate.start === start && candidate.end === end)
    return match === undefined
      ? []
      : [{ ...match, sentence: { start: from, end: to }, section, assertion, because: null }]
  })
}
