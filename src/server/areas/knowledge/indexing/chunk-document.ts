/** Cuts a document into chunks by its structure: never across a heading or a page, tables whole, otherwise by sentences that overlap a little. Pure. */
import { type Box, locate } from '#nodes/lib/document/locate.ts'
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

export interface CutChunk extends Span {
  /** Headings above it, the outermost first. */
  headings: string[]
  text: string
  page: number | null
  boxes: Box[]
}

export interface Cutting {
  /** Most characters of a chunk, save a table that is up to four times as long. */
  chunk_chars: number
  /** Most characters repeated from the chunk before, in whole sentences. */
  overlap_chars: number
}

interface Unit extends Span {
  table: boolean
}
interface Section extends Span {
  headings: string[]
  /** Where the words under the heading begin. */
  body: number
}

/** Sentences are looked for in so many characters at a time, so that others have their turn in between. */
const WINDOW = 60_000
const LONGEST_HEADING = 200
const TABLE_TIMES = 4
const WORD = /[\p{L}\p{N}]/u

/** Where the line of a heading begins, its Markdown marks included. */
function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 8 && /[# \t]/.test(text[start - 1] ?? '')) start--
  return start
}

/** The parts between headings, each with the headings above it. */
function sectionsOf({ text, headings }: ParsedDocument): Section[] {
  const ordered = headings.toSorted((a, b) => a.start - b.start)
  const sections: Section[] = []
  let path: { level: number; text: string }[] = []
  let open: Section = { start: 0, body: 0, end: text.length, headings: [] }
  for (const heading of ordered) {
    const start = lineStart(text, heading.start)
    if (start < open.body) continue
    sections.push({ ...open, end: start })
    const words = heading.text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HEADING)
    path = [...path.filter(({ level }) => level < heading.level), { level: heading.level, text: words }].slice(-6)
    open = { start, body: heading.end, end: text.length, headings: path.map((one) => one.text) }
  }
  return [...sections, open]
}

/** The end of a window that begins at `from`: after a line, where there is one. */
function windowEnd(text: string, from: number, to: number): number {
  if (to - from <= WINDOW) return to
  const line = text.lastIndexOf('\n', from + WINDOW)
  return line > from ? line : from + WINDOW
}

/** A table as one unit, or line by line where it is too long for that. */
function unitsOfTable(text: string, { start, end }: Span, longest: number): Unit[] {
  if (end - start <= longest) return [{ start, end, table: true }]
  const units: Unit[] = []
  for (let from = start; from < end; ) {
    const line = text.indexOf('\n', from)
    const to = line < 0 || line > end ? end : line
    for (let at = from; at < to; at += longest) units.push({ start: at, end: Math.min(to, at + longest), table: false })
    from = to + 1
  }
  return units
}

/** Sentences and tables of a section in order. */
function* unitsOf(document: ParsedDocument, section: Section, longest: number): Generator<Unit[]> {
  const { text } = document
  const tables = document.tables
    .filter(({ start, end }) => end > start && start >= section.start && end <= section.end)
    .sort((a, b) => a.start - b.start)
  let from = section.start
  for (const border of [...tables, { start: section.end, end: section.end }]) {
    if (border.start < from) continue
    while (from < border.start) {
      const to = windowEnd(text, from, border.start)
      yield sentences(text, from, to).map((span) => ({ ...span, table: false }))
      from = to
    }
    if (border.end > border.start) yield unitsOfTable(text, border, longest)
    from = Math.max(from, border.end)
  }
}

/** The number of the page at an offset, for offsets in order; always 0 where the format has no pages. */
function pageFinder({ pages }: ParsedDocument): (offset: number) => number {
  const placed = pages.filter(({ width }) => width !== null)
  let at = 0
  return (offset) => {
    while (at + 1 < placed.length && (placed[at + 1]?.start ?? 0) <= offset) at++
    return at
  }
}

/** Fills chunks with units. A sentence that begins on another page begins a chunk: a passage is shown on one page. */
class Filling {
  readonly #cutting: Cutting
  readonly #pageOf: (offset: number) => number
  #page = 0
  #units: Unit[] = []
  /** Whether more than what is repeated is in it. */
  #isNew = false
  constructor(cutting: Cutting, pageOf: (offset: number) => number) {
    this.#cutting = cutting
    this.#pageOf = pageOf
  }

  /** @returns the chunk that is full, if one is */
  add(unit: Unit): Span | null {
    const [first] = this.#units
    const { chunk_chars, overlap_chars } = this.#cutting
    let full: Span | null = null
    const page = this.#pageOf(unit.start)
    const turns = page !== this.#page
    this.#page = page
    if (first !== undefined && turns) full = this.close()
    else if (first !== undefined && unit.end - first.start > chunk_chars) {
      full = this.close()
      const units = full === null ? [] : this.#last
      const end = units.at(-1)?.end ?? 0
      this.#units = units.filter(
        (one) => !one.table && end - one.start <= overlap_chars && unit.end - one.start <= chunk_chars,
      )
    }
    this.#units.push(unit)
    this.#isNew = true
    return full
  }

  #last: Unit[] = []

  close(): Span | null {
    const [first, last] = [this.#units[0], this.#units.at(-1)]
    this.#last = this.#units
    this.#units = []
    const isNew = this.#isNew
    this.#isNew = false
    return isNew && first !== undefined && last !== undefined ? { start: first.start, end: last.end } : null
  }
}

/** The chunks in reading order, some at a time. What holds no letter or digit, and a heading without words under it, is none. */
export function* cutDocument(document: ParsedDocument, cutting: Cutting): Generator<CutChunk[]> {
  const { text } = document
  const pageOf = pageFinder(document)
  for (const section of sectionsOf(document)) {
    if (!WORD.test(text.slice(section.body, section.end))) continue
    const filling = new Filling(cutting, pageOf)
    const place = (span: Span | null): CutChunk[] =>
      span === null || !WORD.test(text.slice(span.start, span.end))
        ? []
        : [
            {
              ...span,
              headings: section.headings,
              text: text.slice(span.start, span.end),
              ...locate(document, span.start, span.end),
            },
          ]
    for (const units of unitsOf(document, section, cutting.chunk_chars * TABLE_TIMES))
      yield units.flatMap((unit) => place(filling.add(unit)))
    yield place(filling.close())
  }
}

/** What is embedded and looked up of a chunk: its headings say what it is about. */
export const searchedText = (headings: readonly string[], text: string): string =>
  headings.length === 0 || text.startsWith(headings.at(-1) ?? '') ? text : `${headings.join(' · ')}\n${text}`
