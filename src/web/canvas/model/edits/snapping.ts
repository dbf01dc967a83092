/** Where a dragged box comes to rest: on the lines of its neighbours, else on the grid. Pure. */
import { GRID } from '#web/canvas/model/graph/sizes.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A line shown while something lies on it: at `at`, from `start` to `end` across. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
  start: number
  end: number
}

const span = (box: Box, axis: 'x' | 'y'): [number, number] =>
  axis === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height]

/** Its beginning, middle and end. */
const lines = (box: Box, axis: 'x' | 'y'): number[] => {
  const [start, end] = span(box, axis)
  return [start, (start + end) / 2, end]
}

function along(box: Box, others: readonly Box[], axis: 'x' | 'y', reach: number): { by: number; guide: Guide } | null {
  let best: { by: number; other: Box; line: number } | null = null
  const own = lines(box, axis)
  for (const other of others)
    for (const [place, line] of lines(other, axis).entries()) {
      const mine = own[place] as number
      const by = line - mine
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, other, line }
    }
  if (!best) return null
  const cross = axis === 'x' ? 'y' : 'x'
  const [mine, theirs] = [span(box, cross), span(best.other, cross)]
  const guide = { axis, at: best.line, start: Math.min(mine[0], theirs[0]), end: Math.max(mine[1], theirs[1]) }
  return { by: best.by, guide }
}

const toGrid = (value: number) => Math.round(value / GRID) * GRID - value

/**
 * How far to move a box so that it lies in line.
 * @param reach how near a line must be to draw it, in px on the canvas
 */
export function snap(box: Box, others: readonly Box[], reach: number): { dx: number; dy: number; guides: Guide[] } {
  const [x, y] = [along(box, others, 'x', reach), along(box, others, 'y', reach)]
  return {
    dx: x?.by ?? toGrid(box.x),
    dy: y?.by ?? toGrid(box.y),
    guides: [x?.guide, y?.guide].filter((guide) => guide !== undefined),
  }
}
