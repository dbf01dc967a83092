/** What of a passage is read in a list: the sentences that speak of the search, its words marked. */
import type { KnowledgeHit } from '#contract/knowledge/documents.ts'

export type Excerpt = { start: number; text: string; marked: boolean }[]

/** Where the excerpt begins and ends in the text: its quote, without a heading that is written above it already. */
function spanOf({ quote, headings, text }: Pick<KnowledgeHit, 'quote' | 'headings' | 'text'>): [number, number] {
  const from = Math.max(0, text.indexOf(quote))
  const heading = /^\s*#*[ \t]*([^\n]*)\s*/.exec(text.slice(from))
  if (heading === null || heading[1]?.trim() !== headings.at(-1)) return [from, from + quote.length]
  const after = from + heading[0].length
  // A heading alone says nothing: then what follows it. Where nothing does, it is all there is.
  if (after >= text.length) return [from, text.length]
  return [after, after < from + quote.length ? from + quote.length : text.length]
}

export function excerptOf(hit: Pick<KnowledgeHit, 'quote' | 'headings' | 'text' | 'marks'>): Excerpt {
  const [from, until] = spanOf(hit)
  const pieces: Excerpt = []
  let at = from
  const add = (start: number, end: number, marked: boolean) => {
    if (start < end) pieces.push({ start, text: hit.text.slice(start, end), marked })
  }
  for (const [start, end] of hit.marks) {
    if (start < at || end > until) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, until, false)
  return pieces
}
