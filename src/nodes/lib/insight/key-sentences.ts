/** Which sentences of a text matter most: TextRank (Mihalcea and Tarau, "TextRank: Bringing Order into Texts", 2004). */
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'

export interface KeySentence extends Span {
  /** 1 for the most important one. */
  score: number
}

/** The graph is quadratic, so it is built over the sentences with the most frequent words only. */
const MOST_SENTENCES = 250
const DAMPING = 0.85
const ROUNDS = 30

interface Node extends Span {
  terms: Set<string>
  order: number
}

/** Full sentences: no headings, no table rows, no fragments. */
function readable(text: string): Node[] {
  return sentences(text).flatMap(({ start, end }, order) => {
    const words = text.slice(start, end)
    const found = new Set(terms(words))
    const whole = /[.!?]["”’')\]]?$/.test(words) && !words.includes('\t') && end - start <= 600
    return whole && found.size >= 4 ? [{ start, end, terms: found, order }] : []
  })
}

function mostTelling(nodes: readonly Node[]): Node[] {
  const frequency = new Map<string, number>()
  for (const node of nodes) for (const term of node.terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weight = ({ terms: own }: Node): number =>
    [...own].reduce((sum, term) => sum + Math.log1p(frequency.get(term) ?? 0), 0) / Math.log2(own.size + 2)
  const weighed = nodes.map((node) => ({ node, weight: weight(node) }))
  return weighed
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_SENTENCES)
    .map(({ node }) => node)
}

/** Shared words, damped by length so that long sentences do not win by length. */
function similarity(a: Node, b: Node): number {
  let shared = 0
  for (const term of a.terms) if (b.terms.has(term)) shared++
  return shared < 2 ? 0 : shared / (Math.log(a.terms.size + 1) + Math.log(b.terms.size + 1))
}

function rank(nodes: readonly Node[]): number[] {
  const weights = nodes.map((a) => nodes.map((b) => (a === b ? 0 : similarity(a, b))))
  const totals = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  let scores = nodes.map(() => 1)
  for (let round = 0; round < ROUNDS; round++) {
    const previous = scores
    scores = weights.map((row) =>
      row.reduce((sum, weight, from) => {
        const total = totals[from] ?? 0
        return weight === 0 || total === 0 ? sum : sum + (DAMPING * weight * (previous[from] ?? 0)) / total
      }, 1 - DAMPING),
    )
  }
  return scores
}

/** The `limit` most important sentences in reading order; scores are relative to the best, 0 to 1. */
export function keySentences(text: string, limit: number): KeySentence[] {
  const nodes = mostTelling(readable(text))
  const scores = rank(nodes)
  const best = Math.max(...scores, Number.EPSILON)
  return nodes
    .map(({ start, end, order }, index) => ({
      start,
      end,
      order,
      score: Math.round(((scores[index] ?? 0) / best) * 100) / 100,
    }))
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, score }) => ({ start, end, score }))
}
