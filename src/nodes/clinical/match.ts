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

/** How many content words and commas lie between tokens, as running sums. */
function weights(text: string, tokens: readonly Token[]): number[] {
  const sums = [0]
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]
    const between = next === undefined ? '' : text.slice(token.end, next.start)
    const broken = /[,;:()]/.test(between) ? 1 : 0
    sums.push((sums[index] ?? 0) + (isStopWord(token.word) ? 0 : 1) + broken)
  })
  return sums
}

interface Sentence {
  tokens: readonly Token[]
  positions: Positions
  sums: readonly number[]
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
  const content = [...used].filter((index) => !isStopWord(sentence.tokens[index]?.word ?? '')).length
  const gap = (sentence.sums[last + 1] ?? 0) - (sentence.sums[first] ?? 0) - content
  if (gap > GAP_ALLOWED + Math.max(0, concept.units.length - 2)) return null
  const start = sentence.tokens[first]?.start ?? 0
  const end = sentence.tokens[last]?.end ?? start
  return { concept, start, end, gap, score: concept.weight - gap * GAP_COST, tokens: used }
}

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

function choose(found: readonly Hit[]): Hit[] {
  const best = found.toSorted((a, b) => b.score - a.score || a.start - b.start)
  const taken = new Set<number>()
  const chosen: Hit[] = []
  for (const hit of best) {
    const shared = [...hit.tokens].filter((token) => taken.has(token)).length
    if (shared > hit.tokens.size * OVERLAP_ALLOWED || shared === hit.tokens.size) continue
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
  const sentence: Sentence = { tokens, positions: positionsOf(units), sums: weights(text, tokens) }
  return choose(hits(index, sentence, units))
    .map(({ concept, start, end, gap, score }) => ({ concept, start, end, gap, score }))
    .sort((a, b) => a.start - b.start || b.score - a.score)
}
