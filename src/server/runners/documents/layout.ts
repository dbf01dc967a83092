/**
 * Fragments of one page into rows in the order a person reads them. Text is read row by row, except where a gutter separates
 * two blocks of prose: then the left block comes first. Blocks of short cells (forms, tables) stay row by row.
 */
import type { Fragment } from './fragments.ts'

/** Fragments side by side without a wide gap. */
export interface Segment {
  fragments: Fragment[]
  x0: number
  y0: number
  x1: number
  y1: number
  size: number
  chars: number
}

export interface Row {
  segments: Segment[]
  y0: number
  y1: number
  size: number
}

/** Gaps wider than this many font sizes separate cells. */
const CELL_GAP = 1.4
const MIN_COLUMN_LINES = 4
const MIN_PROSE_CHARS = 22

export const readingOrder = (fragments: Fragment[]): Row[] => orderBlock(segmentsOf(fragments), 0)

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

const segmentsOf = (fragments: Fragment[]): Segment[] => {
  const segments: Segment[] = []
  for (const line of linesOf(fragments, (f) => f)) {
    let open: Segment | null = null
    for (const f of line.toSorted((a, b) => a.x0 - b.x0)) {
      if (open !== null && f.x0 - open.x1 < CELL_GAP * Math.max(f.size, open.size)) extend(open, f)
      else {
        open = segmentOf([f])
        segments.push(open)
      }
    }
  }
  return segments
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

interface Spread {
  y0: number
  y1: number
  size: number
}

/** Groups of things whose middles lie on the same line, from top to bottom. */
const linesOf = <T>(things: T[], at: (thing: T) => Spread): T[][] => {
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

const rowsOf = (segments: Segment[]): Row[] =>
  linesOf(segments, (s) => s).map((line) => ({
    segments: line.toSorted((a, b) => a.x0 - b.x0),
    y0: Math.min(...line.map((s) => s.y0)),
    y1: Math.max(...line.map((s) => s.y1)),
    size: Math.max(...line.map((s) => s.size)),
  }))

const orderBlock = (segments: Segment[], depth: number): Row[] => {
  const bands = depth < 3 ? bandsOf(segments) : null
  if (bands === null) return rowsOf(segments)
  return bands.flatMap((band) =>
    band.type === 'rows'
      ? rowsOf(band.segments)
      : [...orderBlock(band.left, depth + 1), ...orderBlock(band.right, depth + 1)],
  )
}

type Band = { type: 'rows'; segments: Segment[] } | { type: 'columns'; left: Segment[]; right: Segment[] }

/** The best gutter's bands from top to bottom, or null when there is no gutter between prose. */
const bandsOf = (segments: Segment[]): Band[] | null => {
  const starts = new Map<number, number>()
  for (const s of segments) {
    const x = Math.round(s.x0 / 2) * 2
    starts.set(x, (starts.get(x) ?? 0) + 1)
  }
  const candidates = [...starts].filter(([, count]) => count >= MIN_COLUMN_LINES).toSorted((a, b) => b[1] - a[1])
  let best: { bands: Band[]; inColumns: number } | null = null
  for (const [x] of candidates.slice(0, 8)) {
    const bands = cut(segments, x - 2)
    const inColumns = bands.reduce((sum, b) => sum + (b.type === 'columns' ? b.left.length + b.right.length : 0), 0)
    if (inColumns > (best?.inColumns ?? 0)) best = { bands, inColumns }
  }
  return best?.bands ?? null
}

const cut = (segments: Segment[], x: number): Band[] => {
  const bands: Band[] = []
  let open: Segment[] = []
  const close = () => {
    if (open.length === 0) return
    const left = open.filter((s) => s.x1 <= x + 3)
    const right = open.filter((s) => s.x0 >= x)
    bands.push(
      isProse(left) && isProse(right) && besides(left, right)
        ? { type: 'columns', left, right }
        : { type: 'rows', segments: open },
    )
    open = []
  }
  for (const s of segments.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    if (s.x0 < x && s.x1 > x + 3) {
      close()
      bands.push({ type: 'rows', segments: [s] })
    } else open.push(s)
  }
  close()
  return joinRows(bands)
}

/** Neighbouring bands that are read row by row are one: their segments may share rows. */
const joinRows = (bands: Band[]): Band[] => {
  const joined: Band[] = []
  for (const band of bands) {
    const last = joined.at(-1)
    if (band.type === 'rows' && last?.type === 'rows') last.segments.push(...band.segments)
    else joined.push(band)
  }
  return joined
}

/** Lines that are long, nearly fill their column, and are mostly letters rather than gaps between cells. */
const isProse = (side: Segment[]): boolean => {
  const lines = linesOf(side, (s) => s).map((line) => {
    const { x0, x1 } = extent(line)
    const inked = line.reduce((sum, s) => sum + s.x1 - s.x0, 0)
    return { chars: line.reduce((sum, s) => sum + s.chars, 0), length: x1 - x0, inked: inked / (x1 - x0) }
  })
  if (lines.length < MIN_COLUMN_LINES) return false
  const { x0, x1 } = extent(side)
  return (
    median(lines.map((line) => line.chars)) >= MIN_PROSE_CHARS &&
    median(lines.map((line) => line.length)) >= 0.6 * (x1 - x0) &&
    median(lines.map((line) => line.inked)) >= 0.7
  )
}

const extent = (segments: Segment[]) => ({
  x0: Math.min(...segments.map((s) => s.x0)),
  x1: Math.max(...segments.map((s) => s.x1)),
})

const besides = (left: Segment[], right: Segment[]): boolean => {
  const [a, b] = [spread(left), spread(right)]
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return shared > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

const spread = (side: Segment[]) => ({
  y0: Math.min(...side.map((s) => s.y0)),
  y1: Math.max(...side.map((s) => s.y1)),
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
