/**
 * Places for the nodes of an imported workflow, from left to right. A loop is one block: its card and, to the right of it, its body, so
 * that the frame that is drawn around both holds nothing else. What does not fit next to each other continues in another row; how many
 * rows there are is decided by how large all of it can be shown at once.
 */
import type { Edge, WorkflowNode } from '#graph/document.ts'
import { LOOP_ROOM, loopBodies } from '#graph/loop-bodies.ts'
import { topologicalOrder } from '#graph/plan.ts'

interface Point {
  x: number
  y: number
}

/** In px, as cards are drawn. */
export const CARD = { width: 224, height: 72 }
const GAP = { x: 80, y: 48, rows: 96 }
/** The window in which all of it is to be seen, in px. */
const WINDOW = { width: 1300, height: 660 }
/** How many rows are tried. */
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 26, 30, 36, 44]

/** A card, or a loop with its body, at a place within what is around it. */
interface Block {
  /** Of a node: of a loop its own. */
  id: string
  width: number
  height: number
  /** Places of all of its nodes, from its upper left corner. */
  nodes: ReadonlyMap<string, Point>
}

interface Row {
  top: number
  height: number
}

export interface Layout {
  places: ReadonlyMap<string, Point>
  /** The row of every node, from 0. */
  rows: ReadonlyMap<string, number>
  width: number
  height: number
}

/** A card is as high as its output ports need. */
const cardHeight = (ports: number): number => Math.max(CARD.height, ports > 1 ? ports * 24 + 24 : 0)

/** @param above room that each row needs above it, in px, such as for notes */
export function blockLayout(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  above: (rows: ReadonlyMap<string, number>) => readonly number[] = () => [],
): Layout {
  const ports = Map.groupBy(edges, ({ from }) => from.node)
  const heightOf = (id: string) => cardHeight(new Set((ports.get(id) ?? []).map(({ from }) => from.port)).size)
  const owners = ownersOf(nodes, edges)
  const inScope = Map.groupBy(nodes, ({ id }) => owners.get(id) ?? '')
  const blockOf = (id: string): Block => {
    const height = heightOf(id)
    const body = inScope.get(id)
    const card: Block = { id, width: CARD.width, height, nodes: new Map([[id, { x: 0, y: 0 }]]) }
    if (!body) return card
    const {
      places,
      width,
      height: high,
    } = arrange(
      body.map((node) => blockOf(node.id)),
      within(edges, owners, id),
    )
    const { side, title } = LOOP_ROOM
    const left = side + CARD.width + GAP.x
    return {
      id,
      width: left + width + side,
      height: title + Math.max(height, high) + side,
      nodes: new Map([
        [id, { x: side, y: title }],
        ...[...places].map(([each, { x, y }]): [string, Point] => [each, { x: x + left, y: y + title }]),
      ]),
    }
  }
  return arrange(
    (inScope.get('') ?? []).map(({ id }) => blockOf(id)),
    within(edges, owners, ''),
    above,
  )
}

/** The innermost loop around each node; nodes at the top are missing. */
function ownersOf(nodes: readonly WorkflowNode[], edges: readonly Edge[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const bodies = [...loopBodies({ nodes: [...nodes], edges: [...edges] })]
  for (const [loop, body] of bodies.toSorted((a, b) => a[1].length - b[1].length))
    for (const id of body) if (!owners.has(id)) owners.set(id, loop)
  return owners
}

/** Edges between the blocks of one scope: those of what is inside a block are its own. */
function within(edges: readonly Edge[], owners: ReadonlyMap<string, string>, scope: string): Edge[] {
  const up = (id: string): string | null => {
    let at: string | undefined = id
    while (at !== undefined && (owners.get(at) ?? '') !== scope) at = owners.get(at)
    return at ?? null
  }
  return edges.flatMap((edge): Edge[] => {
    const [from, to] = [up(edge.from.node), up(edge.to.node)]
    if (from === null || to === null || from === to) return []
    return [{ ...edge, from: { ...edge.from, node: from }, to: { ...edge.to, node: to } }]
  })
}

/** Where blocks begin from left to right: behind everything that leads to them. */
function startsOf(blocks: readonly Block[], edges: readonly Edge[]): Map<string, number> {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const starts = new Map(blocks.map(({ id }) => [id, 0]))
  const leading = Map.groupBy(edges, ({ from }) => from.node)
  for (const id of topologicalOrder(blocks, edges)) {
    const end = (starts.get(id) ?? 0) + (byId.get(id)?.width ?? 0) + GAP.x
    for (const { to } of leading.get(id) ?? []) starts.set(to.node, Math.max(starts.get(to.node) ?? 0, end))
  }
  return starts
}

/** How many blocks follow each one, by the longest way. */
function lengthsOf(blocks: readonly Block[], edges: readonly Edge[]): Map<string, number> {
  const lengths = new Map<string, number>()
  const leading = Map.groupBy(edges, ({ from }) => from.node)
  for (const id of topologicalOrder(blocks, edges).reverse())
    lengths.set(id, Math.max(0, ...(leading.get(id) ?? []).map(({ to }) => 1 + (lengths.get(to.node) ?? 0))))
  return lengths
}

type Above = (rows: ReadonlyMap<string, number>) => readonly number[]

/** The arrangement in rows that can be shown the largest. */
function arrange(blocks: readonly Block[], edges: readonly Edge[], above: Above = () => []): Layout {
  const starts = startsOf(blocks, edges)
  // The longest branch stays on the level of what leads to it; short ones are placed below.
  const lengths = lengthsOf(blocks, edges)
  const ordered = blocks.toSorted((a, b) => (lengths.get(b.id) ?? 0) - (lengths.get(a.id) ?? 0))
  const whole = Math.max(0, ...blocks.map(({ id, width }) => (starts.get(id) ?? 0) + width))
  const tried = ROWS.map((rows) => whole / rows)
    .filter((width, at) => at === 0 || width >= 3 * (CARD.width + GAP.x))
    .map((width) => inRows(ordered, edges, starts, width, above))
  const zoom = ({ width, height }: Layout) => Math.min(1, WINDOW.width / width, WINDOW.height / height)
  return tried.reduce((best, one) => (zoom(one) > zoom(best) * 1.02 ? one : best), tried[0] as Layout)
}

/** Cuts the line of blocks into rows that are about so wide, in px. */
function rowsOf(blocks: readonly Block[], starts: ReadonlyMap<string, number>, width: number) {
  const sorted = blocks.toSorted((a, b) => (starts.get(a.id) ?? 0) - (starts.get(b.id) ?? 0))
  const rows = new Map<string, { row: number; x: number }>()
  let [row, from] = [0, 0]
  for (const { id, width: own } of sorted) {
    const at = starts.get(id) ?? 0
    if (at > from && at + own - from > width + 1) {
      row += 1
      from = at
    }
    rows.set(id, { row, x: at - from })
  }
  return { rows, sorted }
}

function inRows(
  blocks: readonly Block[],
  edges: readonly Edge[],
  starts: ReadonlyMap<string, number>,
  wanted: number,
  above: Above,
): Layout {
  const { rows, sorted } = rowsOf(blocks, starts, wanted)
  const inbound = Map.groupBy(edges, ({ to }) => to.node)
  const ys = new Map<string, number>()
  const heights: number[] = []
  for (const [row, own] of Map.groupBy(sorted, ({ id }) => rows.get(id)?.row ?? 0))
    heights[row] = stack(own, (id) => rows.get(id)?.x ?? 0, inbound, ys)
  const rowOfNode = new Map(
    blocks.flatMap(({ id, nodes }) => [...nodes.keys()].map((node) => [node, rows.get(id)?.row ?? 0] as const)),
  )
  const room = above(rowOfNode)
  const tops: Row[] = []
  let top = 0
  for (const [row, height] of heights.entries()) {
    top += room[row] ?? 0
    tops.push({ top, height })
    top += height + GAP.rows
  }
  const places = new Map<string, Point>()
  let width = 0
  for (const { id, width: own, nodes } of blocks) {
    const { row, x } = rows.get(id) ?? { row: 0, x: 0 }
    const y = (tops[row]?.top ?? 0) + (ys.get(id) ?? 0)
    width = Math.max(width, x + own)
    for (const [node, at] of nodes) places.set(node, { x: Math.round(x + at.x), y: Math.round(y + at.y) })
  }
  return { places, rows: rowOfNode, width, height: Math.max(0, top - GAP.rows) }
}

/** What a block has taken of its row, with the space below it. */
interface Taken {
  left: number
  right: number
  top: number
  bottom: number
}

/** The first place from `wanted` downwards that nothing above or below it has taken. */
function firstFree(taken: readonly Taken[], x: number, wanted: number, { width, height }: Block): number {
  const spans = taken.filter(({ left, right }) => left < x + width && x < right).toSorted((a, b) => a.top - b.top)
  let y = wanted
  for (const { top, bottom } of spans) if (top < y + height + GAP.y && bottom > y) y = bottom
  return y
}

/**
 * The height of each block in its row: level with what leads to it, or where there is room below that.
 * @returns how high the row is, in px
 */
function stack(
  blocks: readonly Block[],
  xOf: (id: string) => number,
  inbound: ReadonlyMap<string, readonly Edge[]>,
  ys: Map<string, number>,
): number {
  const taken: Taken[] = []
  const here = new Set(blocks.map(({ id }) => id))
  let lowest = 0
  for (const [, group] of Map.groupBy(blocks, ({ id }) => xOf(id))) {
    const wanted = group.map((block) => {
      const before = (inbound.get(block.id) ?? []).flatMap(({ from }) =>
        here.has(from.node) ? (ys.get(from.node) ?? []) : [],
      )
      return { block, mean: before.length === 0 ? 0 : Math.min(...before) }
    })
    for (const { block, mean } of wanted.toSorted((a, b) => a.mean - b.mean)) {
      const x = xOf(block.id)
      const y = firstFree(taken, x, mean, block)
      taken.push({ left: x, right: x + block.width, top: y, bottom: y + block.height + GAP.y })
      ys.set(block.id, y)
      lowest = Math.max(lowest, y + block.height)
    }
  }
  return lowest
}
