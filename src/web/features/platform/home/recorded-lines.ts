/** The recorded document as lines of pieces, each piece plain or the words of a finding. */
import type { Recording } from './recording.ts'

export interface Piece {
  start: number
  text: string
  /** The findings these words support, by their place in the list; empty for plain text. */
  findings: readonly number[]
  /** How early the words come in the document among all that are marked, 0 to 1; 0 for plain text. */
  order: number
}

export interface Line {
  start: number
  pieces: readonly Piece[]
  heading: boolean
  /** The least and the most `order` of its marked words; null where there are none. */
  orders: readonly [least: number, most: number] | null
}

interface Span {
  start: number
  end: number
  finding: number
}

/** A short separate line that doesn't end a sentence. */
const isHeading = (lines: readonly string[], index: number): boolean => {
  const line = lines[index] ?? ''
  const alone = (lines[index - 1] ?? '') === '' && (lines[index + 1] ?? '') === ''
  return line !== '' && line.length < 40 && alone && !/[.:]/.test(line)
}

function piecesOf(text: string, from: number, spans: readonly Span[]): Piece[] {
  const to = from + text.length
  const here = spans.filter(({ start, end }) => start < to && end > from)
  const edges = here.flatMap(({ start, end }) => [Math.max(start, from), Math.min(end, to)])
  const cuts = [...new Set([from, to, ...edges])].toSorted((a, b) => a - b)
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? to
    const covering = here.filter((span) => span.start <= start && span.end >= end)
    const place = covering[0] ? spans.indexOf(covering[0]) : -1
    return {
      start,
      text: text.slice(start - from, end - from),
      findings: [...new Set(covering.map(({ finding }) => finding))],
      order: place < 0 ? 0 : place / spans.length,
    }
  })
}

export function recordedLines({ text, findings }: Pick<Recording, 'text' | 'findings'>): readonly Line[] {
  const spans = findings
    .flatMap(({ places }, finding) => places.map(([start, end]): Span => ({ start, end, finding })))
    .toSorted((a, b) => a.start - b.start)
  const lines = text.split('\n')
  let start = 0
  return lines.map((line, index) => {
    const from = start
    start += line.length + 1
    const pieces = piecesOf(line, from, spans)
    const orders = pieces.filter((piece) => piece.findings.length > 0).map((piece) => piece.order)
    return {
      start: from,
      pieces,
      heading: isHeading(lines, index),
      orders: orders.length > 0 ? ([Math.min(...orders), Math.max(...orders)] as const) : null,
    }
  })
}
