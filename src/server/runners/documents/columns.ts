/** The order of text that white space alone sets apart: columns, the cells of rows whose text wraps, and notes at the side. */

import { extentOf, linesOf, median, type Segment } from './segments.ts'
import { areApart, areColumns, beginTogether, MIN_COLUMN_LINES } from './side-by-side.ts'

const MAX_DEPTH = 5
const MIN_NOTE_LINES = 2

/** Blocks of segments in reading order; each is read row by row. */
export interface Ordered {
  flow: Segment[][]
  /** Marginal notes: they don't interrupt a sentence of the main text. */
  asides: Segment[][]
}

interface Band {
  /** One part is read row by row, two are read one after the other. */
  parts: Segment[][]
}
interface Cut {
  bands: Band[]
  asides: Segment[][]
  /** How many segments the cut puts on one side or the other. */
  apart: number
}

export function orderColumns(segments: Segment[], depth = 0): Ordered {
  const best = depth < MAX_DEPTH ? bestCut(segments) : null
  if (best === null) return { flow: segments.length === 0 ? [] : [segments], asides: [] }
  if (best.asides.length > 0) {
    const aside = new Set(best.asides.flat())
    const rest = orderColumns(
      segments.filter((s) => !aside.has(s)),
      depth + 1,
    )
    const notes = best.asides.map((note) => orderColumns(note, depth + 1))
    return { flow: rest.flow, asides: [...rest.asides, ...notes.flatMap(({ flow, asides }) => [...flow, ...asides])] }
  }
  const flow: Segment[][] = []
  const asides: Segment[][] = []
  for (const { parts } of best.bands) {
    const [only] = parts
    if (parts.length === 1 && only !== undefined) flow.push(only)
    else
      for (const part of parts) {
        const ordered = orderColumns(part, depth + 1)
        flow.push(...ordered.flow)
        asides.push(...ordered.asides)
      }
  }
  return { flow, asides }
}

/** The cut that puts most text apart, or null when the text is to be read row by row. */
function bestCut(segments: Segment[]): Cut | null {
  const starts = new Map<number, number>()
  for (const s of segments) {
    const x = Math.round(s.x0 / 2) * 2
    starts.set(x, (starts.get(x) ?? 0) + 1)
  }
  const counted = [...starts].toSorted((a, b) => b[1] - a[1])
  const columns = counted.filter(([, count]) => count >= MIN_COLUMN_LINES).slice(0, 8)
  const notes = counted.filter(([, count]) => count >= MIN_NOTE_LINES && count < MIN_COLUMN_LINES).slice(0, 8)
  let best: Cut | null = null
  for (const [x] of [...columns, ...notes]) {
    const one = cutAt(segments, x - 2)
    if (one.apart > (best?.apart ?? 0)) best = one
  }
  return best
}

function cutAt(segments: Segment[], x: number): Cut {
  const result: Cut = { bands: [], asides: [], apart: 0 }
  let open: Segment[] = []
  const close = (next: Segment | null) => {
    if (open.length > 0) divide(open, x, next, result)
    open = []
  }
  for (const s of segments.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    if (s.x0 < x && s.x1 > x + 3) {
      close(s)
      result.bands.push({ parts: [[s]] })
    } else open.push(s)
  }
  close(null)
  return { ...result, bands: joinRows(result.bands) }
}

/** Splits the text left and right of `x`; `next` is the line below that spans both. */
function divide(open: Segment[], x: number, next: Segment | null, result: Cut): void {
  const [left, right] = sides(open, x)
  if (areColumns(left, right)) {
    result.bands.push({ parts: [left, right] })
    result.apart += open.length
    return
  }
  if (!areApart(left, right)) {
    result.bands.push({ parts: [open] })
    return
  }
  for (const part of splitByGaps(open, x)) {
    const [a, b] = sides(part, x)
    if (!areApart(a, b)) {
      result.bands.push({ parts: [part] })
      continue
    }
    result.apart += part.length
    const [note, text] = charsOf(a) < charsOf(b) ? [a, b] : [b, a]
    if (beginTogether(a, b) && !goesOn(text, next)) result.bands.push({ parts: [a, b] })
    else {
      result.asides.push(note)
      result.bands.push({ parts: [text] })
    }
  }
}

const sides = (segments: Segment[], x: number): [Segment[], Segment[]] => [
  segments.filter((s) => s.x1 <= x + 3),
  segments.filter((s) => s.x1 > x + 3),
]

const charsOf = (segments: Segment[]): number => segments.reduce((sum, s) => sum + s.chars, 0)

const goesOn = (text: Segment[], next: Segment | null): boolean =>
  next !== null && next.y0 - extentOf(text).y1 < 0.6 * next.size

/** Cuts where both sides have more space between lines than is usual: rows of a table whose cells wrap. */
function splitByGaps(segments: Segment[], x: number): Segment[][] {
  const usual = Math.max(...sides(segments, x).map(usualGap))
  const parts: Segment[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const s of segments.toSorted((a, b) => a.y0 - b.y0)) {
    if (s.y0 - bottom > usual + 0.33 * s.size) parts.push([])
    parts.at(-1)?.push(s)
    bottom = Math.max(bottom, s.y1)
  }
  return parts
}

const usualGap = (side: Segment[]): number => {
  const lines = linesOf(side, (s) => s).map(extentOf)
  return Math.max(0, median(lines.slice(1).map((line, i) => line.y0 - (lines[i]?.y1 ?? line.y0))))
}

/** Neighbouring bands that are read row by row are one: their segments may share rows. */
function joinRows(bands: Band[]): Band[] {
  const joined: Band[] = []
  for (const band of bands) {
    const last = joined.at(-1)
    if (band.parts.length === 1 && last?.parts.length === 1) last.parts[0]?.push(...(band.parts[0] ?? []))
    else joined.push(band)
  }
  return joined
}
