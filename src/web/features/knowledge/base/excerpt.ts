/** What of a passage is read in a list and in an answer: the sentences that speak of the search, its words marked. */
import type { KnowledgeHit } from '#contract/knowledge/documents.ts'

export type Excerpt = { start: number; text: string; marked: boolean }[]

/** Where the excerpt begins and ends in the text: its quote, without a heading that is written above it already. */
export function excerptSpan({
  quote,
  headings,
  text,
}: Pick<KnowledgeHit, 'quote' | 'headings' | 'text'>): [number, number] {
  const from = Math.max(0, text.indexOf(quote))
  const heading = /^\s*#*[ \t]*([^\n]*)\s*/.exec(text.slice(from))
  if (heading === null || heading[1]?.trim() !== headings.at(-1)) return [from, from + quote.length]
  const after = from + heading[0].length
  // A heading alone says nothing: then what follows it. Where nothing does, it is all there is.
  if (after >= text.length) return [from, text.length]
  return [after, after < from + quote.length ? from + quote.length : text.length]
}

/** A part of a passage as plain text, cut where words of the search begin and end. */
export function excerptPieces(
  { text, marks }: Pick<KnowledgeHit, 'text' | 'marks'>,
  [from, until]: [number, number],
): Excerpt {
  const pieces: Excerpt = []
  let at = from
  const add = (start: number, end: number, marked: boolean) => {
    if (start < end) pieces.push({ start, text: text.slice(start, end), marked })
  }
  for (const [start, end] of marks) {
    if (start < at || end > until) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, until, false)
  return pieces
}

/** A passage is read in the document: what is shown of it is no longer than this. */
const MOST = 600

const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith('|') ?? false
const isRule = (line: string | undefined): boolean => /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line ?? '')
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+$/

/** Rows without the heading of their table, which was too long for one passage. */
const asText = (rows: readonly string[]): string =>
  rows
    .map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .replace(/\s*\|\s*/g, ' · ')
        .trim(),
    )
    .join('\n\n')

/** The rows with the heading of their table, without those between. */
function tableAt(lines: readonly string[], at: number, last: number): string {
  let first = at
  while (isRow(lines[first - 1])) first -= 1
  if (!isRule(lines[first + 1])) return asText(lines.slice(at, last + 1))
  const body = Math.max(at, first + 2)
  return [lines[first], lines[first + 1], ...lines.slice(body, Math.max(last, body) + 1)].join('\n')
}

/** A part of a passage as Markdown that can be read alone: rows come with the heading of their table, a line of a list with its mark. */
export function excerptMarkdown(text: string, [from, until]: [number, number]): string {
  const line = text.lastIndexOf('\n', from - 1) + 1
  const lines = text.split('\n')
  const numberOf = (offset: number): number => text.slice(0, offset).split('\n').length - 1
  if (isRow(lines[numberOf(from)])) return tableAt(lines, numberOf(from), numberOf(until))
  const start = LIST_MARK.test(text.slice(line, from)) ? line : from
  let end = until
  if (end - start > MOST) end = Math.max(text.lastIndexOf('\n', start + MOST), text.lastIndexOf(' ', start + MOST))
  // A table that begins in the part is there whole, as far as it is shown at all.
  if (isRow(lines[numberOf(end)])) {
    let last = numberOf(end)
    while (isRow(lines[last + 1])) last += 1
    end = Math.min(start + 2 * MOST, lines.slice(0, last + 1).join('\n').length)
  }
  const part = text.slice(start, end)
  // One of a pair of marks lies outside: the words are shown without it.
  return part.split('**').length % 2 === 0 ? part.replaceAll('**', '') : part
}

/** Words of the search as they are written in the passage. */
export const searchedWords = ({ text, marks }: Pick<KnowledgeHit, 'text' | 'marks'>): ReadonlySet<string> =>
  new Set(marks.map(([start, end]) => text.slice(start, end)))
