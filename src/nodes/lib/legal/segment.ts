/** Cutting a contract into blocks (one numbered item, heading or paragraph each) with exact UTF-16 offsets. Linear. */
import { type Span, sentences } from '#nodes/lib/retrieval/sentences.ts'
import { type Opening, openingOf, PARAGRAPH, type Role } from './headings.ts'

export interface Block extends Span {
  level: number
  number: string | null
  heading: string | null
  role: Role
  /** Where the block together with what is nested below it ends. */
  section_end: number
}

/** A line longer than this came from a text without line breaks: its sentences are read as lines. */
const LONG_LINE = 1_500

/** A title of the whole document near its beginning is not the heading of a clause. */
const TITLE = /\b(?:agreement|deed|contract|letter|memorandum|lease|licen[cs]e|terms|undertaking|offer|policy)\b/i
const TITLE_WITHIN = 800

/** Lines with their places, trimmed; `blank` before a line that follows an empty one. */
function* logicalLines(text: string): Generator<Span & { blank: boolean }> {
  let at = 0
  let blank = true
  while (at <= text.length) {
    const found = text.indexOf('\n', at)
    const stop = found === -1 ? text.length : found
    const spans = stop - at > LONG_LINE ? sentences(text, at, stop) : [trim(text, at, stop)]
    for (const { start, end } of spans) {
      if (end <= start) blank = true
      else {
        yield { start, end, blank }
        blank = false
      }
    }
    at = stop + 1
  }
}

function trim(text: string, from: number, to: number): Span {
  let start = from
  let end = to
  while (start < end && /\s/.test(text[start] ?? '')) start++
  while (end > start && /\s/.test(text[end - 1] ?? '')) end--
  return { start, end }
}

/** Top-level numbers must run on: a wrapped `clause\n12. The` or an amount does not open a section. */
function runsOn(opening: Opening, last: number): boolean {
  if (opening.level !== 2 || opening.number === null) return true
  const number = Number(opening.number)
  return number === 1 || last === 0 || (number > last && number <= last + 3)
}

/** Sets where each block's section ends: at the next block of the same or a higher level. */
function closeSections(blocks: Block[]): void {
  const open: Block[] = []
  let previousEnd = 0
  for (const block of blocks) {
    while ((open.at(-1)?.level ?? -1) >= block.level) {
      const closed = open.pop()
      if (closed !== undefined) closed.section_end = previousEnd
    }
    open.push(block)
    previousEnd = block.end
  }
  for (const block of open) block.section_end = previousEnd
}

/** A paragraph under `WHEREAS` or `RECITALS` belongs to the recitals until a clause opens. */
function roleOf(opening: Opening, before: Role | undefined, heading: string | null, start: number): Role {
  if (opening.role !== 'clause') return opening.role
  if (opening.level === 1 && opening.number === null && heading !== null && start < TITLE_WITHIN && TITLE.test(heading))
    return 'title'
  const nested = opening.level >= 6 || (opening.level === 9 && opening.heading === null)
  return before === 'recital' && nested ? 'recital' : 'clause'
}

/** The blocks of a text in order, not overlapping; every character that is not white space lies in one. */
export function segment(text: string): Block[] {
  const blocks: Block[] = []
  let lastNumber = 0
  let previous: string = ''
  for (const { start, end, blank } of logicalLines(text)) {
    const ended = !/[\p{L}\p{N},]$/u.test(previous)
    const goesOn = blank && !ended && /^\p{Ll}/u.test(text.slice(start, start + 2))
    const after = goesOn ? 'text' : blank ? 'blank' : /[.:;!?]["”’')]?$/.test(previous) ? 'sentence' : 'text'
    previous = text.slice(Math.max(start, end - 4), end)
    const found = openingOf(text.slice(start, end), after)
    const current = blocks.at(-1)
    const opening = found !== null && !runsOn(found, lastNumber) ? PARAGRAPH : found
    if (opening === null && current !== undefined) {
      current.end = end
      continue
    }
    const { level, number, heading, role } = opening ?? PARAGRAPH
    if (level === 2 && number !== null) lastNumber = Number(number)
    if (role === 'schedule') lastNumber = 0
    const resolved = roleOf({ level, number, heading, role }, current?.role, heading, start)
    blocks.push({
      start,
      end,
      level,
      number,
      heading: resolved === 'title' ? null : heading,
      role: resolved,
      section_end: end,
    })
  }
  closeSections(blocks)
  return blocks
}
