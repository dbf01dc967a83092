/** Fragments of one page into segments (text without a wide gap), lines and rows. */
import type { Extent } from './drawn.ts'
import type { Fragment } from './fragments.ts'

/** Fragments side by side without a wide gap. */
export interface Segment extends Extent {
  fragments: Fragment[]
  size: number
  chars: number
  /** A cell of a table whose cells have lines drawn between them. */
  ruled?: true
}

export interface Row {
  segments: Segment[]
  y0: number
  y1: number
  size: number
}

/** Gaps wider than this many font sizes separate cells. */
const CELL_GAP = 1.4
/** A narrower gap separates columns when text starts at the same place behind it in this many lines. */
const GUTTER_GAP = 0.45
const MIN_GUTTER_LINES = 5
/** A gutter has text on both sides; a list has only a mark before it. */
const MIN_GUTTER_CHARS = 12
/** How far starts of lines in one column may be apart, in points. */
const SAME_START = 1.5

export const segmentOf = (fragments: Fragment[]): Segment => {
  const segment: Segment = {
    fragments: [],
    x0: Number.POSITIVE_INFINITY,
    y0: Number.POSITIVE_INFINITY,
    x1: 0,
    y1: 0,
    size: 0,
    chars: 0,
  }
  for (const f of fragments) extend(segment, f)
  return segment
}

const extend = (segment: Segment, f: Fragment): void => {
  segment.fragments.push(f)
  segment.x0 = Math.min(segment.x0, f.x0)
  segment.x1 = Math.max(segment.x1, f.x1)
  segment.y0 = Math.min(segment.y0, f.y0)
  segment.y1 = Math.max(segment.y1, f.y1)
  if (f.text.length > segment.chars) segment.size = f.size
  segment.chars += f.text.length + 1
}

export const segmentsOf = (fragments: Fragment[]): Segment[] => {
  const lines = linesOf(fragments, (f) => f).map((line) => line.toSorted((a, b) => a.x0 - b.x0))
  const gutters = narrowGutters(lines)
  const segments: Segment[] = []
  for (const line of lines) {
    let open: Segment | null = null
    for (const f of line) {
      const gap = open === null ? 0 : f.x0 - open.x1
      const size = Math.max(f.size, open?.size ?? 0)
      const inGutter = gap > GUTTER_GAP * size && gutters.some((x) => Math.abs(x - f.x0) <= SAME_START)
      if (open !== null && gap < CELL_GAP * size && !inGutter) extend(open, f)
      else {
        open = segmentOf([f])
        segments.push(open)
      }
    }
  }
  return segments
}

/** Where text starts behind a narrow gap in many lines, with enough text before it. Spaces between words are not in the same place so often. */
function narrowGutters(lines: Fragment[][]): number[] {
  const starts: { x: number; before: number }[] = []
  for (const line of lines) {
    let before = 0
    for (const [i, f] of line.entries()) {
      const previous = line[i - 1]
      const gap = previous === undefined ? 0 : f.x0 - previous.x1
      if (gap >= CELL_GAP * f.size) before = 0
      else if (gap > GUTTER_GAP * f.size) starts.push({ x: f.x0, before })
      before += f.text.length
    }
  }
  starts.sort((a, b) => a.x - b.x)
  const gutters: number[] = []
  for (let from = 0; from < starts.length; ) {
    const x = starts[from]?.x ?? 0
    let to = from
    while (to < starts.length && (starts[to]?.x ?? 0) <= x + SAME_START) to++
    const chars = starts.slice(from, to).map(({ before }) => before)
    if (chars.length >= MIN_GUTTER_LINES && median(chars) >= MIN_GUTTER_CHARS) gutters.push(x + SAME_START / 2)
    from = to
  }
  return gutters
}

interface Spread {
  y0: number
  y1: number
  size: number
}

/** Groups of things whose middles are on the same line, from top to bottom. */
export const linesOf = <T>(things: T[], at: (thing: T) => Spread): T[][] => {
  const sorted = things.toSorted((a, b) => at(a).y1 - at(b).y1)
  const lines: { y0: number; y1: number; things: T[] }[] = []
  for (const thing of sorted) {
    const { y0, y1 } = at(thing)
    const home = lines.slice(-4).findLast((line) => {
      const shared = Math.min(line.y1, y1) - Math.max(line.y0, y0)
      return shared > 0.55 * Math.min(y1 - y0, line.y1 - line.y0)
    })
    if (home === undefined) lines.push({ y0, y1, things: [thing] })
    else {
      home.things.push(thing)
      // The line keeps the spread of its largest text: a footnote mark must not widen it towards the next line.
      if (y1 - y0 > home.y1 - home.y0) Object.assign(home, { y0, y1 })
    }
  }
  return lines.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1).map((line) => line.things)
}

const rowOf = (segments: Segment[]): Row => ({
  segments,
  y0: Math.min(...segments.map((s) => s.y0)),
  y1: Math.max(...segments.map((s) => s.y1)),
  size: Math.max(...segments.map((s) => s.size)),
})

export const rowsOf = (segments: Segment[]): Row[] =>
  linesOf(segments, (s) => s).map((line) => rowOf(line.toSorted((a, b) => a.x0 - b.x0)))

export const textOf = (segment: Segment): string => segment.fragments.map((f) => f.text).join(' ')

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export const extentOf = (things: readonly Extent[]): Extent => ({
  x0: Math.min(...things.map((one) => one.x0)),
  y0: Math.min(...things.map((one) => one.y0)),
  x1: Math.max(...things.map((one) => one.x1)),
  y1: Math.max(...things.map((one) => one.y1)),
})
