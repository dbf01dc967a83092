/** How a clause of a contract compares with one's own standard: the nearest passage of a playbook, and the figures that differ. */
import { z } from 'zod'
import { durations } from '#nodes/lib/legal/quantities.ts'
import { WORTH_A_LOOK } from '#nodes/lib/legal/similar.ts'
import { cosine } from '#nodes/lib/retrieval/fuse.ts'
import { terms } from '#nodes/lib/retrieval/tokens.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import type { Passage } from './citations.ts'
import { citePassage, KnowledgeCitation } from './knowledge-citations.ts'

/** What the base says of a clause: `same` figures, or figures that differ, as each text writes them. */
export const StandardFound = KnowledgeCitation.extend({
  state: z.enum(['same', 'differs']),
  /** Cosine of the embeddings, up to 1. */
  similarity: z.number(),
  /** Figures that only one of both has. */
  differences: z.object({ contract: z.array(z.string()), standard: z.array(z.string()) }),
})
export type StandardFound = z.infer<typeof StandardFound>

const AMOUNT = /(?:₹|\brs\.?|\binr|\$|€|£|\busd)\s?\d[\d,]{0,20}(?:\.\d{1,4})?(?:\s?(?:lakh|crore|million))?/gi
const PERCENT = /\b\d{1,3}(?:\.\d{1,3})? ?(?:%|per ?cent\b)/gi
/** Characters of a clause; what follows is rarely what it is about. */
const COMPARED = 2_000
const cut = (text: string): string => text.slice(0, COMPARED)

/** Figures of a text by what they say: `90 day` for "ninety (90) days". */
function figuresOf(given: string): Map<string, string> {
  const text = cut(given).replace(/\s+/g, ' ')
  const found = new Map<string, string>()
  for (const { count, unit, start, end } of durations(text)) found.set(`${count} ${unit}`, text.slice(start, end))
  for (const [written] of text.matchAll(AMOUNT)) found.set(written.toLowerCase().replace(/[\s,]/g, ''), written)
  for (const [written] of text.matchAll(PERCENT)) found.set(`${Number.parseFloat(written)}%`, written)
  return found
}

const without = (figures: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] =>
  [...figures].filter(([key]) => !others.has(key)).map(([, written]) => written)

/** Every word of the title is in the headings of the passage. */
function isUnder(title: string, { headings }: Passage): boolean {
  const there = new Set(terms(headings.join(' ')))
  const asked = terms(title)
  return asked.length > 0 && asked.every((term) => there.has(term))
}

/** @returns null where no passage is about the same thing */
export async function compareWithStandard(
  clause: { title: string; text: string },
  passages: readonly Passage[],
  embed: EmbedPort,
  signal: AbortSignal,
): Promise<StandardFound | null> {
  if (passages.length === 0) return null
  const [own, ...vectors] = await embed([clause.text, ...passages.map(({ text }) => text)].map(cut), signal)
  const near = passages
    .map((passage, at) => ({ passage, similarity: own && vectors[at] ? cosine(own, vectors[at]) : 0 }))
    .filter(({ passage, similarity }) => similarity >= WORTH_A_LOOK || isUnder(clause.title, passage))
    .toSorted((a, b) => b.similarity - a.similarity)[0]
  if (near === undefined) return null
  const [contract, standard] = [figuresOf(clause.text), figuresOf(near.passage.text)]
  const differences = { contract: without(contract, standard), standard: without(standard, contract) }
  const differs = differences.contract.length + differences.standard.length > 0
  const similarity = Math.round(near.similarity * 100) / 100
  return {
    ...citePassage(near.passage),
    score: similarity,
    state: differs ? 'differs' : 'same',
    similarity,
    differences,
  }
}
