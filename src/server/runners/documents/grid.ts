/** Rows of tables whose cells are ruled: text that wraps inside a cell is one cell, not several rows. */
import type { Extent } from './drawn.ts'
import type { Fragment } from './fragments.ts'
import { extentOf, rowsOf, type Segment, segmentOf } from './segments.ts'

/** Lines closer than this, in points, are one. */
const NEAR = 3
const MIN_HEIGHT = 8
const MAX_LINES = 400

interface Ruled extends Extent {
  /** Left edges of the columns, and the right edge of the last. */
  edges: number[]
}

/** The segments with those in one ruled cell joined. The cells of a row get one height, so that they stay on one line. */
export function joinRuledCells(segments: Segment[], rules: readonly Extent[]): Segment[] {
  const ruled = ruledRows(rules)
  if (ruled.length === 0) return segments
  const inside = new Map<Ruled, Segment[]>()
  const result: Segment[] = []
  for (const segment of segments) {
    const row = ruled.find((one) => holds(one, segment))
    if (row === undefined) result.push(segment)
    else inside.set(row, [...(inside.get(row) ?? []), segment])
  }
  for (const [row, held] of inside) {
    const { y0, y1 } = extentOf(held)
    result.push(...(cellsOf(row, held)?.map((cell) => ({ ...cell, y0, y1, ruled: true as const })) ?? held))
  }
  return result
}

const holds = (row: Ruled, segment: Segment): boolean => {
  const middle = (segment.y0 + segment.y1) / 2
  return middle > row.y0 && middle < row.y1 && segment.x0 >= row.x0 - NEAR && segment.x1 <= row.x1 + NEAR
}

/** The filled cells of a ruled row, or null when text reaches over the lines between them. */
function cellsOf({ edges }: Ruled, segments: Segment[]): Segment[] | null {
  const cells: Fragment[][] = edges.slice(1).map(() => [])
  for (const f of rowsOf(segments).flatMap((row) => row.segments.flatMap((s) => s.fragments))) {
    const column = edges.findLastIndex((x) => x <= (f.x0 + f.x1) / 2)
    const [from, to] = [edges[column], edges[column + 1]]
    if (from === undefined || to === undefined || f.x0 < from - NEAR || f.x1 > to + NEAR) return null
    cells[column]?.push(f)
  }
  return cells.filter((cell) => cell.length > 0).map(segmentOf)
}

function ruledRows(rules: readonly Extent[]): Ruled[] {
  const across = merged(rules.filter((rule) => rule.x1 - rule.x0 >= rule.y1 - rule.y0))
  const down = rules.filter((rule) => rule.y1 - rule.y0 > MIN_HEIGHT && rule.x1 - rule.x0 < rule.y1 - rule.y0)
  if (across.length > MAX_LINES || down.length > MAX_LINES * 10) return []
  return across.flatMap((top) => {
    const bottom = across.find(
      (one) =>
        one.y0 - top.y0 > MIN_HEIGHT && Math.min(one.x1, top.x1) - Math.max(one.x0, top.x0) > 0.8 * (top.x1 - top.x0),
    )
    if (bottom === undefined) return []
    const area = { x0: Math.min(top.x0, bottom.x0), x1: Math.max(top.x1, bottom.x1), y0: top.y0, y1: bottom.y1 }
    const edges = edgesIn(area, down)
    return edges.length >= 3 ? [{ ...area, edges }] : []
  })
}

/** Where lines go down through most of the area, from left to right. */
function edgesIn(area: Extent, down: readonly Extent[]): number[] {
  const xs = down
    .filter((rule) => {
      const shared = Math.min(rule.y1, area.y1) - Math.max(rule.y0, area.y0)
      return shared > 0.7 * (area.y1 - area.y0) && rule.x0 >= area.x0 - NEAR && rule.x1 <= area.x1 + NEAR
    })
    .map((rule) => (rule.x0 + rule.x1) / 2)
    .toSorted((a, b) => a - b)
  return xs.filter((x, i) => i === 0 || x - (xs[i - 1] ?? 0) > NEAR)
}

/** Lines across, with the pieces of one line joined, from top to bottom. */
function merged(rules: readonly Extent[]): Extent[] {
  const levels: Extent[][] = []
  for (const rule of rules.toSorted((a, b) => a.y0 - b.y0)) {
    const level = levels.at(-1)
    if (level !== undefined && rule.y0 - (level[0]?.y0 ?? 0) <= NEAR) level.push(rule)
    else levels.push([rule])
  }
  return levels.flatMap((level) => {
    const lines: Extent[] = []
    for (const rule of level.toSorted((a, b) => a.x0 - b.x0)) {
      const last = lines.at(-1)
      if (last !== undefined && rule.x0 <= last.x1 + NEAR) Object.assign(last, extentOf([last, rule]))
      else lines.push({ ...rule })
    }
    return lines
  })
}
