/** Clauses of a contract that the rules say are missing. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import { Quotes } from './quote.ts'
import { BY_MODEL, claims, claimsOf, objectsIn, QUOTE, readable, type SecondLookTask } from './task.ts'

export const clauses: SecondLookTask = {
  title: 'Clauses that seem to be missing',
  ask(found, document) {
    const missing = objectsIn(found.missing)
    if (missing.length === 0) return null
    const list = missing.map(({ kind, title }) => `- ${kind}: ${title}`).join('\n')
    return {
      task: `Find passages of the contract that are clauses of these kinds. Leave a kind out when the contract has none. The kinds:\n${list}`,
      text: readable(document),
      schema: claims({ kind: { enum: missing.map(({ kind }) => kind ?? null) }, quote: QUOTE }),
    }
  },
  take(answer, found, document) {
    const quotes = new Quotes(document.text)
    const missing = objectsIn(found.missing)
    const list = claimsOf<{ kind: string; quote: string }>(answer)
    const taken = new Set<string>()
    const more = list.flatMap(({ kind, quote }): JsonObject[] => {
      const span = quotes.place(quote)
      const entry = missing.find((one) => one.kind === kind)
      if (span === null || !entry || taken.has(kind)) return []
      taken.add(kind)
      const { title = kind } = entry
      return [
        { kind, title, heading: null, ...placed(document, span), confidence: BY_MODEL, found_by: 'model', risk: null },
      ]
    })
    const all = [...objectsIn(found.clauses), ...more].sort((a, b) => Number(a.start) - Number(b.start))
    const left = missing.filter(({ kind }) => !taken.has(String(kind)))
    const summary = {
      ...(found.summary as JsonObject),
      clauses: all.length,
      kinds: new Set(all.map(({ kind }) => kind)).size,
      missing: left.length,
    }
    return {
      data: { ...found, clauses: all, missing: left, summary },
      added: more.length,
      dropped: list.length - more.length,
    }
  },
}
