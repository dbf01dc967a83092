/**
 * Lays nodes out after an import. Cards are wider here than in n8n, and some steps become two, so the positions of the file would place
 * nodes over each other and over notes. Nodes are placed as blocks in rows (`blocks.ts`), notes above the row of their node, and
 * everything that was not imported below the rest.
 */
import type { Edge, Note, WorkflowNode } from '#graph/document.ts'
import { LOOP_ROOM } from '#graph/loop-bodies.ts'
import { BODY_TYPES } from '#graph/plan.ts'
import { blockLayout } from './blocks.ts'

type Loose = Omit<Note, 'id'>
const NOTE = { least: 200, widest: 420, lowest: 80, highest: 320, gap: 32 }
/** Below the workflow, before what was not imported, in px. */
const BELOW = 140

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
  const anchored = beside.map((note) => ({ note, anchor: anchorOf(note, nodes) }))
  /** Notes by the row they are above. */
  const shelves = (rows: ReadonlyMap<string, number>) =>
    Map.groupBy(anchored, ({ anchor }) => (anchor === null ? 0 : (rows.get(anchor) ?? 0)))
  const roomAbove = (rows: ReadonlyMap<string, number>): number[] => {
    const room: number[] = []
    for (const [row, own] of shelves(rows)) {
      const high = Math.max(0, ...own.map(({ note }) => sizeOf(note).height))
      room[row] = high > 0 ? high + NOTE.gap : 0
    }
    return room
  }
  const { places, rows, width, height } = blockLayout(nodes, edges, roomAbove)
  const framed = new Set(nodes.flatMap(({ id, type }) => (BODY_TYPES.includes(type) ? [id] : [])))
  const tops: number[] = []
  for (const [id, { y }] of places) {
    const row = rows.get(id) ?? 0
    const top = framed.has(id) ? y - LOOP_ROOM.title : y
    tops[row] = Math.min(tops[row] ?? top, top)
  }
  const notes = [...shelves(rows)].flatMap(([row, own]) => {
    const xOf = (anchor: string | null) => (anchor === null ? 0 : (places.get(anchor)?.x ?? 0))
    const shelf = onShelf(own.map(({ note, anchor }) => ({ note, x: xOf(anchor) })))
    const bottom = (tops[row] ?? 0) - NOTE.gap
    return shelf.map((note) => ({ ...note, position: { x: note.position.x, y: bottom - note.size.height } }))
  })
  return {
    nodes: nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })),
    notes: [...notes, ...inLines(below, height + BELOW, Math.max(width, 3 * (320 + NOTE.gap)))],
  }
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
