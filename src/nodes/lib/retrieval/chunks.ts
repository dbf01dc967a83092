/** Cutting a document into passages for retrieval: whole sentences, never across a heading, overlapping a little. */
import { z } from 'zod'
import type { ParsedDocument } from '#nodes/ports.ts'
import { type Span, sentences } from './sentences.ts'

export const Chunk = z.object({
  index: z.number().int(),
  text: z.string(),
  /** UTF-16 offsets in the document's text, end exclusive: `text.slice(start, end)` is the chunk. */
  start: z.number().int(),
  end: z.number().int(),
  /** The page the chunk starts on, from 1; null without pages. */
  page: z.number().int().nullable(),
  /** Its heading. */
  heading: z.string().nullable(),
})
export type Chunk = z.infer<typeof Chunk>

export interface ChunkOptions {
  /** Most characters of a chunk. */
  max_chars: number
  /** Most characters repeated from the chunk before, in whole sentences. */
  overlap_chars: number
}

/** The page an offset lies on, or null for a document of one endless page. `pages` are in order. */
export function pageOf(document: ParsedDocument, offset: number): number | null {
  const { pages } = document
  if (pages.every((page) => page.width === null)) return null
  let found: number | null = null
  for (const page of pages) {
    if (page.start > offset) break
    found = page.page
  }
  return found
}

/** Fills chunks from the sentences of one section. */
function fill(spans: readonly Span[], { max_chars, overlap_chars }: ChunkOptions): Span[] {
  const out: Span[] = []
  let first = 0
  for (const [at, span] of spans.entries()) {
    const begin = spans[first]
    if (begin === undefined || at === first || span.end - begin.start <= max_chars) continue
    const end = spans[at - 1]?.end ?? begin.end
    out.push({ start: begin.start, end })
    let next = at
    while (next - 1 > first) {
      const earlier = spans[next - 1]
      if (earlier === undefined || end - earlier.start > overlap_chars || span.end - earlier.start > max_chars) break
      next--
    }
    first = next
  }
  const begin = spans[first]
  const last = spans.at(-1)
  if (begin !== undefined && last !== undefined) out.push({ start: begin.start, end: last.end })
  return out
}

/** Where the line of a heading begins, its Markdown marks included. */
function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 8 && /[# \t]/.test(text[start - 1] ?? '')) start--
  return start
}

/** The chunks of a document in reading order. A sentence longer than `max_chars` becomes a chunk of its own. Linear. */
export function chunk(document: ParsedDocument, options: ChunkOptions): Chunk[] {
  const { text } = document
  const borders = document.headings.map((one) => ({ text: one.text, start: lineStart(text, one.start) }))
  borders.sort((a, b) => a.start - b.start)
  const chunks: Chunk[] = []
  let from = 0
  let heading: string | null = null
  const take = (to: number): void => {
    for (const { start, end } of fill(sentences(text, from, to), options)) {
      chunks.push({
        index: chunks.length,
        text: text.slice(start, end),
        start,
        end,
        page: pageOf(document, start),
        heading,
      })
    }
    from = to
  }
  for (const border of borders) {
    if (border.start < from || border.start > text.length) continue
    if (border.start > from) take(border.start)
    heading = border.text
  }
  take(text.length)
  return chunks
}
