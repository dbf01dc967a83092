/** Finds the concepts of the index in the words of a sentence. */
import type { Concept, ConceptIndex } from './concept-index.ts'
import { isStopWord, textUnits, type Unit } from './lexicon.ts'
import { type Token, tokenize } from './tokens.ts'

export interface Match {
  concept: Concept
  /** UTF-16 positions of the words, from the first to the last. */
  start: number
  end: number
  /** Content words between the first and the last that the concept does not name; a `,` counts as one. */
  gap: number
  score: number
}

interface Hit extends Match {
  tokens: ReadonlySet<number>
  /** Whether a comma, `and` or `or` lies between its words. */
  jointed: boolean
}

const GAP_COST = 2.5
/** A pair of words may stand this far apart; every further word of the concept allows one more. */
const GAP_ALLOWED = 2

type Positions = ReadonlyMap<string, readonly Unit[]>

function positionsOf(units: readonly Unit[]): Map<string, Unit[]> {
  const positions = new Map<string, Unit[]>()
  for (const unit of units) {
    const list = positions.get(unit.stem)
    if (list === undefined) positions.set(unit.stem, [unit])
    else list.push(unit)
  }
  return positions
}

const distance = (a: Unit, b: Unit): number => Math.max(0, a.first - b.last, b.first - a.last)

function nearest(list: readonly Unit[], to: Unit): Unit | undefined {
  let best = list[0]
  for (const unit of list) if (best === undefined || distance(unit, to) < distance(best, to)) best = unit
  return best
}

/** A colon or semicolon parts what a comma only lists. */
const breakWeight = (between: string): number => (/[;:]/.test(between) ? 4 : /[,()]/.test(between) ? 1 : 0)

interface Sums {
  /** Content words and breaks before a token. */
  words: readonly number[]
  /** Commas, `and` and `or` before a token: the two sides may be two separate things. */
  joints: readonly number[]
}

function sumsOf(text: string, tokens: readonly Token[]): Sums {
  const words = [0]
  const joints = [0]
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]
    const broken = breakWeight(next === undefined ? '' : text.slice(token.end, next.start))
    words.push((words[index] ?? 0) + (isStopWord(token.word) ? 0 : 1) + broken)
    joints.push((joints[index] ?? 0) + (broken > 0 || JOINING.has(token.word) ? 1 : 0))
  })
  return { words, joints }
}

const JOINING = new Set(['and', 'or'])
/** Between the words of a concept these make it something else: `diabetes with no complications`. */
const REFUSING = new Set([
  'no',
  'not',
  'without',
  'denies',
  'denied',
  'never',
  'nor',
  'neither',
  'versus',
  'vs',
  'p',
  'status',
  'radiating',
  'radiates',
  'radiated',
  'irradiating',
  'irradiated',
])
/** Belong to the word that follows: `pyelonephritis and acute kidney injury` is no acute pyelonephritis. */
const BOUND = new Set(['acute', 'chronic', 'subacute', 'recurrent'])

interface Sentence {
  tokens: readonly Token[]
  positions: Positions
  sums: Sums
}

function place(concept: Concept, anchor: Unit, sentence: Sentence): Hit | null {
  const used = new Set<number>()
  let { first, last } = anchor
  for (const unit of concept.units) {
    const found = unit === anchor.stem ? anchor : nearest(sentence.positions.get(unit) ?? [], anchor)
    if (found === undefined) return null
    for (let index = found.first; index <= found.last; index++) used.add(index)
    first = Math.min(first, found.first)
    last = Math.max(last, found.last)
  }
  if (contradicted(sentence.tokens, used, first, last)) return null
  const content = [...used].filter((index) => !isStopWord(sentence.tokens[index]?.word ?? '')).length
  const { words, joints } = sentence.sums
  const gap = (words[last + 1] ?? 0) - (words[first] ?? 0) - content - trailing(words, sentence.tokens, last)
  if (gap > GAP_ALLOWED + Math.max(0, concept.units.length - 2)) return null
  const start = sentence.tokens[first]?.start ?? 0
  const end = sentence.tokens[last]?.end ?? start
  const jointed = (joints[last] ?? 0) > (joints[first] ?? 0)
  return { concept, start, end, gap, score: concept.weight - gap * GAP_COST, tokens: used, jointed }
}

/** The break after the last word does not lie between words. */
const trailing = (words: readonly number[], tokens: readonly Token[], last: number): number =>
  (words[last + 1] ?? 0) - (words[last] ?? 0) - (isStopWord(tokens[last]?.word ?? '') ? 0 : 1)

function contradicted(tokens: readonly Token[], used: ReadonlySet<number>, first: number, last: number): boolean {
  for (let index = first; index <= last; index++) {
    const word = tokens[index]?.word ?? ''
    if (!used.has(index)) {
      if (REFUSING.has(word)) return true
    } else if (BOUND.has(word) && !boundInside(tokens, used, index)) return true
  }
  return false
}

/** Whether the next content word after a bound one belongs to the concept, or there is none. */
function boundInside(tokens: readonly Token[], used: ReadonlySet<number>, from: number): boolean {
  for (let index = from + 1; index < tokens.length && index <= from + 3; index++) {
    const word = tokens[index]?.word ?? ''
    if (used.has(index)) return true
    if (!isStopWord(word) && !BOUND.has(word) && !DEGREES.has(word)) return false
  }
  return true
}
const DEGREES = new Set(['severe', 'mild', 'moderate', 'on', 'left', 'right', 'bilateral', 'and', 'or'])

function hits(index: ConceptIndex, sentence: Sentence, units: readonly Unit[]): Hit[] {
  const found: Hit[] = []
  for (const unit of units) {
    for (const concept of index.byAnchor.get(unit.stem) ?? []) {
      if (!concept.units.every((part) => sentence.positions.has(part))) continue
      const hit = place(concept, unit, sentence)
      if (hit !== null) found.push(hit)
    }
  }
  return found
}

/** The share of a hit's words that better hits already explain. */
const OVERLAP_ALLOWED = 0.5

/** Hits over a joint whose words are all explained by hits without one: `chest pain, shortness of breath` is two findings. */
function withoutJoined(found: readonly Hit[]): Hit[] {
  const whole = new Set(found.flatMap((hit) => (hit.jointed ? [] : [...hit.tokens])))
  return found.filter((hit) => !hit.jointed || ![...hit.tokens].every((token) => whole.has(token)))
}

function choose(found: readonly Hit[]): Hit[] {
  const best = withoutJoined(found).toSorted((a, b) => b.score - a.score || a.start - b.start)
  const taken = new Set<number>()
  const chosen: Hit[] = []
  for (const hit of best) {
    const shared = [...hit.tokens].filter((token) => taken.has(token)).length
    if (shared > 0 && shared >= hit.tokens.size * OVERLAP_ALLOWED) continue
    for (const token of hit.tokens) taken.add(token)
    chosen.push(hit)
  }
  return chosen
}

/**
 * The concepts that `text.slice(start, end)` names, in order of place: those that explain most, without repeats. All words of a
 * concept must be there, near each other.
 */
export function matchSentence(index: ConceptIndex, text: string, start: number, end: number): Match[] {
  const tokens = tokenize(text.slice(start, end), start)
  const units = textUnits(tokens)
  const sentence: Sentence = { tokens, positions: positionsOf(units), sums: sumsOf(text, tokens) }
  return choose(hits(index, sentence, units))
    .map(({ concept, start, end, gap, score }) => ({ concept, start, end, gap, score }))
    .sort((a, b) => a.start - b.start || b.score - a.score)
}
