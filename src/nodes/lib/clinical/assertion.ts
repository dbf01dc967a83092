/**
 * Says whether a finding is the patient's and present: ConText (Harkema et al. 2009), which extends NegEx (Chapman et al. 2001)
 * from negation to history and experiencer. A trigger reaches from its place to the end of the sentence or to a terminator;
 * negation and uncertainty also end where a list item grows longer than a list item is.
 */
import {
  FAMILY_AFTER,
  FAMILY_BEFORE,
  HISTORICAL_AFTER,
  HISTORICAL_BEFORE,
  HYPOTHETICAL_BEFORE,
  NEGATION_AFTER,
  NEGATION_BEFORE,
  POSSIBLE_AFTER,
  POSSIBLE_BEFORE,
  PSEUDO,
  TERMINATORS,
} from './assertion-triggers.ts'
import type { SectionKind } from './sections.ts'
import { lowerInPlace } from './tokens.ts'

export const ASSERTIONS = ['present', 'possible', 'negated', 'historical', 'family'] as const
export type Assertion = (typeof ASSERTIONS)[number]

type Modifier = 'negated' | 'possible' | 'historical' | 'family' | 'hypothetical' | 'pseudo' | 'stop'
type Reach = 'before' | 'after'

interface Trigger {
  modifier: Modifier
  /** `before`: precedes what it changes. */
  reach: Reach
  start: number
  end: number
}

/** The triggers of one sentence; make it once, ask it for every finding. */
export interface SentenceContext {
  readonly lower: string
  readonly triggers: readonly Trigger[]
  readonly stops: readonly Trigger[]
}

const LETTER = '[\\p{L}\\p{N}]'
/** Words begin and end at letters; signs like `;` and `?` stand anywhere. */
const BEGIN = `(?:(?<!${LETTER})|(?!${LETTER}))`
const END = `(?:(?<!${LETTER})|(?!${LETTER}))`

const rule = (modifier: Modifier, reach: Reach, source: string) => ({
  modifier,
  reach,
  pattern: new RegExp(`${BEGIN}(?:${source})${END}`, 'gu'),
})

const RULES = [
  rule('pseudo', 'before', PSEUDO),
  rule('negated', 'before', NEGATION_BEFORE),
  rule('negated', 'after', NEGATION_AFTER),
  rule('possible', 'before', POSSIBLE_BEFORE),
  rule('possible', 'after', POSSIBLE_AFTER),
  rule('historical', 'before', HISTORICAL_BEFORE),
  rule('historical', 'after', HISTORICAL_AFTER),
  rule('family', 'before', FAMILY_BEFORE),
  rule('family', 'after', FAMILY_AFTER),
  rule('hypothetical', 'before', HYPOTHETICAL_BEFORE),
  rule('stop', 'before', TERMINATORS),
]

/** A negation reaches this many words past the last `,`, `and`, `or`; a list may go on for as long as the sentence does. */
const ITEM_WORDS = 7
const POSSIBLE_WORDS = 9
/** A trigger that follows what it changes reaches back this far. */
const AFTER_WORDS = 4
const HISTORY_AFTER_WORDS = 6
/** A `past` before what it changes reaches this many words past the last separator. */
const HISTORY_WORDS = 10

const inside = (inner: Trigger, outer: Trigger): boolean => inner.start >= outer.start && inner.end <= outer.end

/** Reads the triggers of a sentence. */
export function readContext(sentence: string): SentenceContext {
  const lower = lowerInPlace(sentence)
  const found: Trigger[] = RULES.flatMap(({ modifier, reach, pattern }) =>
    Array.from(lower.matchAll(pattern), (match) => ({
      modifier,
      reach,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
  const pseudo = found.filter((trigger) => trigger.modifier === 'pseudo')
  const real = found.filter(
    (trigger) => trigger.modifier !== 'pseudo' && !pseudo.some((other) => inside(trigger, other)),
  )
  // `cannot be excluded` contains the shorter `excluded`: the longer words win when they say something else.
  const longer = (other: Trigger, than: Trigger): boolean =>
    other.end - other.start > than.end - than.start && (other.modifier !== 'stop' || than.modifier === 'stop')
  const widest = real.filter((trigger) => !real.some((other) => longer(other, trigger) && inside(trigger, other)))
  return {
    lower,
    triggers: widest.filter((trigger) => trigger.modifier !== 'stop'),
    stops: widest.filter((trigger) => trigger.modifier === 'stop'),
  }
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Words after the last list separator between trigger and finding. */
function itemWords(between: string): number {
  const parts = between.split(/[,/]|\b(?:and|or|nor|neither)\b/)
  return Math.max(...parts.map(wordsIn), 0)
}

const REACH: Record<string, number> = {
  negated: ITEM_WORDS,
  possible: POSSIBLE_WORDS,
  historical: HISTORY_WORDS,
  hypothetical: HISTORY_WORDS,
}

function reaches(context: SentenceContext, trigger: Trigger, start: number, end: number): boolean {
  const [from, to] = trigger.reach === 'before' ? [trigger.end, start] : [end, trigger.start]
  if (from > to) return false
  // Advice continues: `return if the fever, due to whatever cause, comes back`.
  const stopped =
    trigger.modifier !== 'hypothetical' && context.stops.some((stop) => stop.start >= from && stop.end <= to)
  if (stopped) return false
  const between = context.lower.slice(from, to)
  if (trigger.reach === 'after')
    return (
      wordsIn(between) <= (trigger.modifier === 'historical' ? HISTORY_AFTER_WORDS : AFTER_WORDS) &&
      (trigger.modifier !== 'negated' || !/[,;]/.test(between))
    )
  return itemWords(between) <= (REACH[trigger.modifier] ?? Number.POSITIVE_INFINITY)
}

export interface Judgement {
  assertion: Assertion
  /** Advice, prevention or risk: not a finding of the patient at all. */
  hypothetical: boolean
  /** The words that decided, when not `present`; for a section its name. */
  because: string | null
}

const BY_SECTION: Partial<Record<SectionKind, Assertion>> = {
  family_history: 'family',
  past_medical_history: 'historical',
  past_surgical_history: 'historical',
}
const ORDER: readonly Modifier[] = ['hypothetical', 'negated', 'family', 'historical', 'possible']

/**
 * Judges the finding at `start`–`end` of the sentence (positions within the sentence). Negation wins over family, family over
 * history, history over possibility: `no family history of cancer` is negated, `mother had a possible stroke` is family.
 */
export function assessAssertion(context: SentenceContext, start: number, end: number, section: SectionKind): Judgement {
  const acting = context.triggers.filter((trigger) => reaches(context, trigger, start, end))
  const byOrder = ORDER.flatMap((modifier) => acting.find((trigger) => trigger.modifier === modifier) ?? [])
  const decided = byOrder[0]
  const hypothetical = decided?.modifier === 'hypothetical' || section === 'instructions' || section === 'not_clinical'
  const sectionSays = BY_SECTION[section]
  if (decided !== undefined && decided.modifier !== 'hypothetical' && decided.modifier !== 'stop') {
    const assertion = decided.modifier === 'pseudo' ? 'present' : decided.modifier
    const because = context.lower.slice(decided.start, decided.end)
    if (assertion === 'negated' || sectionSays === undefined) return { assertion, hypothetical, because }
  }
  if (sectionSays !== undefined) return { assertion: sectionSays, hypothetical, because: section }
  return { assertion: 'present', hypothetical, because: null }
}
