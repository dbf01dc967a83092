/** The headings of a document with level and place: from the layout where it tells, else from numbers and capitals. */
import { segment } from '#nodes/lib/legal/segment.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

export interface OutlineEntry {
  heading: string
  /** From 1, without gaps. */
  level: number
  start: number
  end: number
}

/** Most entries of an outline. */
export const MOST_HEADINGS = 400

/** Renumbers levels so that the highest is 1 and none is skipped. */
function compact(entries: readonly OutlineEntry[]): OutlineEntry[] {
  const used = [...new Set(entries.map((entry) => entry.level))].sort((a, b) => a - b)
  return entries.map((entry) => ({ ...entry, level: used.indexOf(entry.level) + 1 }))
}

function byText(text: string): OutlineEntry[] {
  return segment(text).flatMap(({ start, heading, level, role }) => {
    if (heading === null || role === 'contents' || role === 'signature' || level > 5) return []
    const at = text.slice(start, start + 400).indexOf(heading)
    const from = at === -1 ? start : start + at
    return [{ heading, level, start: from, end: from + heading.length }]
  })
}

/** The outline of a document in reading order, at most {@link MOST_HEADINGS} entries. Linear. */
export function outline(document: ParsedDocument): OutlineEntry[] {
  const given = document.headings.map(({ text, level, start, end }) => ({ heading: text, level, start, end }))
  const found = given.length > 0 ? given : byText(document.text)
  return compact(found.slice(0, MOST_HEADINGS))
}
