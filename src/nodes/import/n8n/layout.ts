/**
 * Lays nodes out after an import. Cards are wider here than in n8n, and some steps become two, so the positions of the
 * file would place nodes over each other and over notes. Nodes go into columns by their distance from the trigger; a
 * long workflow continues in another row. Notes are placed above the row of their node, and everything that was not
 * imported below the rest.
 */
import type { Edge, Note, WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'

type Loose = Omit<Note, 'id'>
interface Point {
  x: number
  y: number
}

/** In px, as cards are drawn. */
const CARD = { width: 224, height: 72 }
const COLUMN = CARD.width + 80
const GAP = 48
/** A workflow with more columns continues in the next row. */
const LONGEST = 12
const PER_ROW = 8
const BETWEEN_ROWS = 140
const NOTE = { least: 200, widest: 420, lowest: 80, highest: 320, gap: 32 }

export interface Arranged {
  nodes: WorkflowNode[]
  notes: Loose[]
}

/**
 * @param beside notes of the file, at their positions in the file
 * @param below what was not imported
 */
export function arranged(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  beside: readonly Loose[],
  below: readonly Loose[],
): Arranged {
  const columns = columnsOf(nodes, edges)
  const count = Math.max(0, ...columns.values()) + 1
  const perRow = count > LONGEST ? PER_ROW : count
  const inColumns = stacked(nodes, edges, columns)
  const rowOf = (id: string) => Math.floor((columns.get(id) ?? 0) / perRow)
  const places = new Map<string, Point>()
  const notes: Loose[] = []
  const anchored = beside.map((note) => ({ note, anchor: anchorOf(note, nodes) }))
  let top = 0
  for (let row = 0; row * perRow < count; row++) {
    const own = nodes.filter(({ id }) => rowOf(id) === row)
    const xOf = (id: string) => ((columns.get(id) ?? 0) - row * perRow) * COLUMN
    const here = anchored.filter(({ anchor }) => (anchor === null ? row === 0 : rowOf(anchor) === row))
    const shelf = onShelf(here.map(({ note, anchor }) => ({ note, x: anchor === null ? 0 : xOf(anchor) })))
    const high = Math.max(0, ...shelf.map(({ size }) => size.height))
    // Notes stand on the row, the nodes hang below it.
    notes.push(
      ...shelf.map((note) => ({ ...note, position: { x: note.position.x, y: top + high - note.size.height } })),
    )
    if (high > 0) top += high + NOTE.gap
    const ys = own.map(({ id }) => inColumns.get(id) ?? 0)
    const least = Math.min(0, ...ys)
    for (const { id } of own) places.set(id, { x: xOf(id), y: top + (inColumns.get(id) ?? 0) - least })
    top += Math.max(0, ...ys) - least + CARD.height + BETWEEN_ROWS
  }
  const width = Math.max(perRow * COLUMN, 3 * (320 + NOTE.gap))
  return {
    nodes: nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })),
    notes: [...notes, ...inLines(below, top, width)],
  }
}

/** How many steps lead to each node, by the longest way. A circle ends at the first of its nodes. */
function columnsOf(nodes: readonly WorkflowNode[], edges: readonly Edge[]): Map<string, number> {
  const order = topologicalOrder(nodes, edges)
  const columns = new Map(nodes.map(({ id }) => [id, 0]))
  const leading = Map.groupBy(edges, ({ from }) => from.node)
  for (const id of order)
    for (const { to } of leading.get(id) ?? [])
      columns.set(to.node, Math.max(columns.get(to.node) ?? 0, (columns.get(id) ?? 0) + 1))
  return columns
}

/**
 * The height of each node in its column: level with the node that leads to it, below any node that is already there.
 */
function stacked(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const heights = new Map<string, number>()
  const inbound = Map.groupBy(edges, ({ to }) => to.node)
  const ports = Map.groupBy(edges, ({ from }) => from.node)
  const byColumn = Map.groupBy(nodes, ({ id }) => columns.get(id) ?? 0)
  for (const column of [...byColumn.keys()].sort((a, b) => a - b)) {
    const wanted = (byColumn.get(column) ?? []).map((node) => {
      const before = (inbound.get(node.id) ?? []).flatMap(({ from }) => heights.get(from.node) ?? [])
      const mean = before.reduce((sum, y) => sum + y, 0) / (before.length || 1)
      return { node, mean }
    })
    let free = Number.NEGATIVE_INFINITY
    for (const { node, mean } of wanted.toSorted((a, b) => a.mean - b.mean || a.node.position.y - b.node.position.y)) {
      const y = Math.round(Math.max(mean, free))
      heights.set(node.id, y)
      const ways = new Set((ports.get(node.id) ?? []).map(({ from }) => from.port)).size
      free = y + Math.max(CARD.height, ways * 24 + 24) + GAP
    }
  }
  return heights
}

/** The node that stood in the note, or nearest to it, in the file. */
function anchorOf({ position, size }: Loose, nodes: readonly WorkflowNode[]): string | null {
  const far = ({ position: at }: WorkflowNode) => {
    const dx = Math.max(position.x - at.x, 0, at.x - position.x - size.width)
    const dy = Math.max(position.y - at.y, 0, at.y - position.y - size.height)
    return dx + dy
  }
  const [first] = nodes.toSorted((a, b) => far(a) - far(b) || a.position.x - b.position.x)
  return first?.id ?? null
}

/** As large as its text needs: in n8n a note is often a frame around nodes. */
function sizeOf({ text, size }: Loose): Loose['size'] {
  const width = Math.min(NOTE.widest, Math.max(NOTE.least, size.width))
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 8) / (width - 32))), 0)
  return { width, height: Math.min(NOTE.highest, Math.max(NOTE.lowest, 40 + lines * 22)) }
}

/** Side by side from left to right, each at its place or behind the one before. */
function onShelf(notes: readonly { note: Loose; x: number }[]): Loose[] {
  let free = Number.NEGATIVE_INFINITY
  return notes
    .toSorted((a, b) => a.x - b.x || a.note.position.x - b.note.position.x)
    .map(({ note, x }) => {
      const size = sizeOf(note)
      const left = Math.max(x, free)
      free = left + size.width + NOTE.gap
      return { ...note, position: { x: left, y: 0 }, size }
    })
}

/** In lines below each other, no wider than the workflow. */
function inLines(notes: readonly Loose[], from: number, width: number): Loose[] {
  let [x, y, high] = [0, from, 0]
  return notes.map((note) => {
    if (x > 0 && x + note.size.width > width) {
      x = 0
      y += high + NOTE.gap
      high = 0
    }
    const position = { x, y }
    x += note.size.width + NOTE.gap
    high = Math.max(high, note.size.height)
    return { ...note, position }
  })
}
