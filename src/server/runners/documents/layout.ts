/**
 * Fragments of one page into blocks in reading order. Drawn boxes next to other text are blocks of their own; the rest
 * is read row by row, except where white space separates columns or notes. What follows from one block never continues
 * the sentence of another.
 */

import { orderColumns } from './columns.ts'
import { type Box, type Drawn, type Extent, isInside } from './drawn.ts'
import type { Fragment } from './fragments.ts'
import { joinRuledCells } from './grid.ts'
import { extentOf, linesOf, type Row, rowsOf, segmentsOf } from './segments.ts'
import { areApart } from './side-by-side.ts'

export const NOTHING_DRAWN: Drawn = { boxes: [], rules: [] }
/** Boxes closer than this, in points, are cells of a table. */
const CELLS_APART = 4
/** Boxes times fragments. */
const MAX_WORK = 4_000_000
const MAX_BOXES = 300

interface Held {
  box: Box
  fragments: Set<Fragment>
  extent: Extent
}

export const readingOrder = (fragments: Fragment[], drawn: Drawn): Row[][] => {
  if (fragments.length === 0) return []
  const { boxes, rules } = withoutCells(drawn)
  const held = boxes.length * fragments.length > MAX_WORK ? [] : holding(boxes, fragments)
  return orderRegion(fragments, held, rules)
}

/** Boxes that touch are cells of a table: their edges are lines. */
function withoutCells({ boxes, rules }: Drawn): Drawn {
  const distinct = boxes.filter((box, i) => !boxes.slice(Math.max(0, i - 20), i).some((one) => isSamePlace(one, box)))
  const few = distinct.slice(0, MAX_BOXES)
  const cells = new Set(few.filter((box) => few.some((other) => other !== box && touch(box, other))))
  const edges = [...cells].flatMap(({ x0, y0, x1, y1 }) => [
    { x0, y0, x1, y1: y0 },
    { x0, y0: y1, x1, y1 },
    { x0, y0, x1: x0, y1 },
    { x0: x1, y0, x1, y1 },
  ])
  return { boxes: distinct.length > MAX_BOXES ? [] : few.filter((box) => !cells.has(box)), rules: [...rules, ...edges] }
}

const isSamePlace = (a: Extent, b: Extent): boolean =>
  Math.max(Math.abs(a.x0 - b.x0), Math.abs(a.y0 - b.y0), Math.abs(a.x1 - b.x1), Math.abs(a.y1 - b.y1)) < CELLS_APART

const shared = (a0: number, a1: number, b0: number, b1: number): number => Math.min(a1, b1) - Math.max(a0, b0)

function touch(a: Extent, b: Extent): boolean {
  const across = shared(a.x0, a.x1, b.x0, b.x1)
  const down = shared(a.y0, a.y1, b.y0, b.y1)
  const besides = Math.abs(across) < CELLS_APART && down > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
  const above = Math.abs(down) < CELLS_APART && across > 0.5 * Math.min(a.x1 - a.x0, b.x1 - b.x0)
  return besides || above
}

/** What is inside which box, from the largest box to the smallest; of boxes with the same text only the smallest. */
function holding(boxes: readonly Box[], fragments: Fragment[]): Held[] {
  const found = new Map<string, Held>()
  const area = ({ x0, y0, x1, y1 }: Extent) => (x1 - x0) * (y1 - y0)
  for (const box of boxes.toSorted((a, b) => area(b) - area(a))) {
    const inside = fragments.filter(
      (f) => f.x1 > box.x0 && f.x0 < box.x1 && f.y1 > box.y0 && f.y0 < box.y1 && isInside(box, f),
    )
    const [first] = inside
    if (first === undefined || inside.length === fragments.length) continue
    found.set(`${inside.length} ${fragments.indexOf(first)}`, {
      box,
      fragments: new Set(inside),
      extent: extentOf(inside),
    })
  }
  return [...found.values()]
}

function orderRegion(fragments: Fragment[], held: Held[], rules: readonly Extent[]): Row[][] {
  const panels: Held[] = []
  const asides: Held[] = []
  for (const one of held) {
    if ([...panels, ...asides].some((outer) => isWithin(one, outer))) continue
    const others = held.filter((other) => other !== one && !isWithin(other, one) && !isWithin(one, other))
    const role = roleOf(one, fragments, others)
    if (role === 'panel') panels.push(one)
    else if (role === 'aside') asides.push(one)
  }
  const apart = [...panels, ...asides]
  const free = fragments.filter((f) => !apart.some((one) => one.fragments.has(f)))
  const within = (outer: Held): Row[][] =>
    orderRegion(
      [...outer.fragments],
      held.filter((one) => one !== outer && isWithin(one, outer) && one.fragments.size < outer.fragments.size),
      rules,
    )
  return [...orderFlow(free, panels, rules, within), ...asides.toSorted(byPlace).flatMap(within)]
}

const isWithin = (inner: Held, outer: Held): boolean => {
  const [first] = inner.fragments
  return first !== undefined && outer.fragments.has(first) && inner.fragments.size <= outer.fragments.size
}

const byPlace = (a: Held, b: Held): number => a.extent.y0 - b.extent.y0 || a.extent.x0 - b.extent.x0

/** A panel has only other boxes next to it; an aside has text next to it that would be broken by its own. */
function roleOf(one: Held, fragments: Fragment[], others: readonly Held[]): 'panel' | 'aside' | null {
  const { x0, y0, x1, y1 } = one.extent
  const beside = fragments.filter(
    (f) =>
      !one.fragments.has(f) && shared(f.y0, f.y1, y0, y1) > 0.3 * (f.y1 - f.y0) && (f.x0 >= x1 - 1 || f.x1 <= x0 + 1),
  )
  if (beside.length === 0) return null
  const free = beside.filter((f) => !others.some((other) => other.fragments.has(f)))
  const lines = linesOf([...one.fragments], (f) => f).length
  if (free.length === 0) return lines > 1 ? 'panel' : null
  const inside = segmentsOf([...one.fragments])
  const left = segmentsOf(free.filter((f) => f.x1 <= x0 + 1))
  const right = segmentsOf(free.filter((f) => f.x0 >= x1 - 1))
  return areApart(left, inside, true) || areApart(inside, right, true) ? 'aside' : null
}

/** Text and panels from top to bottom; panels side by side from left to right. */
function orderFlow(
  free: Fragment[],
  panels: Held[],
  rules: readonly Extent[],
  within: (panel: Held) => Row[][],
): Row[][] {
  const result: Row[][] = []
  let rest = free
  for (const group of levels(panels)) {
    const top = Math.min(...group.map(({ extent }) => extent.y0))
    result.push(
      ...orderText(
        rest.filter((f) => f.y1 <= top + 1),
        rules,
      ),
    )
    rest = rest.filter((f) => f.y1 > top + 1)
    result.push(...group.toSorted((a, b) => a.extent.x0 - b.extent.x0).flatMap(within))
  }
  return [...result, ...orderText(rest, rules)]
}

function levels(panels: Held[]): Held[][] {
  const groups: Held[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const panel of panels.toSorted(byPlace)) {
    if (panel.extent.y0 >= bottom) groups.push([])
    groups.at(-1)?.push(panel)
    bottom = Math.max(bottom, panel.extent.y1)
  }
  return groups
}

function orderText(fragments: Fragment[], rules: readonly Extent[]): Row[][] {
  if (fragments.length === 0) return []
  const { flow, asides } = orderColumns(joinRuledCells(segmentsOf(fragments), rules))
  return [...flow, ...asides].map(rowsOf)
}
