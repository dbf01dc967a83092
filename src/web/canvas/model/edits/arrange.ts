/** Lines things up and spaces them out. Pure. */
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import type { Selection } from '#web/canvas/model/draft/draft.ts'
import { movedWithLoops } from '#web/canvas/model/graph/loops.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'

export type Side = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'x' | 'y'
type Heights = Readonly<Record<string, number>>

interface Thing {
  kind: 'node' | 'note'
  id: string
  x: number
  y: number
  width: number
  height: number
}

/** What is selected, as rectangles. @param heights of cards that are drawn, in px */
export function thingsOf(document: WorkflowDocument, { nodes, notes }: Selection, heights: Heights = {}): Thing[] {
  return [
    ...document.nodes
      .filter(({ id }) => nodes.has(id))
      .map(({ id, position }): Thing => {
        const height = heights[id] ?? CARD.height
        return { kind: 'node', id, ...position, width: CARD.width, height }
      }),
    ...document.notes
      .filter(({ id }) => notes.has(id))
      .map(({ id, position, size }): Thing => ({ kind: 'note', id, ...position, ...size })),
  ]
}

const moving = (things: readonly Thing[], placed: (thing: Thing) => { x: number; y: number }): Operation | null => {
  const operations = things.flatMap((thing): Step[] => {
    const { x, y } = placed(thing)
    const position = { x: Math.round(x), y: Math.round(y) }
    if (position.x === thing.x && position.y === thing.y) return []
    return thing.kind === 'node'
      ? [{ type: 'move', node_id: thing.id, position }]
      : [{ type: 'update_note', note_id: thing.id, position }]
  })
  return operations.length === 0 ? null : { type: 'batch', operations }
}

/** On one line: the outermost side, or the middle of all. Null when they are already. */
export function aligning(things: readonly Thing[], side: Side): Operation | null {
  if (things.length < 2) return null
  const left = Math.min(...things.map(({ x }) => x))
  const right = Math.max(...things.map(({ x, width }) => x + width))
  const top = Math.min(...things.map(({ y }) => y))
  const bottom = Math.max(...things.map(({ y, height }) => y + height))
  const places: Record<Side, (thing: Thing) => { x: number; y: number }> = {
    left: ({ y }) => ({ x: left, y }),
    center: ({ y, width }) => ({ x: (left + right - width) / 2, y }),
    right: ({ y, width }) => ({ x: right - width, y }),
    top: ({ x }) => ({ x, y: top }),
    middle: ({ x, height }) => ({ x, y: (top + bottom - height) / 2 }),
    bottom: ({ x, height }) => ({ x, y: bottom - height }),
  }
  return moving(things, places[side])
}

/** The same room between all, the outer ones stay. Null for fewer than three, or when it is so already. */
export function distributing(things: readonly Thing[], axis: Axis): Operation | null {
  if (things.length < 3) return null
  const size = axis === 'x' ? 'width' : 'height'
  const sorted = things.toSorted((a, b) => a[axis] - b[axis] || a.id.localeCompare(b.id))
  const [first, last] = [sorted[0] as Thing, sorted.at(-1) as Thing]
  const filled = sorted.reduce((sum, thing) => sum + thing[size], 0)
  const gap = (last[axis] + last[size] - first[axis] - filled) / (sorted.length - 1)
  const starts = new Map<Thing, number>()
  let next = first[axis]
  for (const thing of sorted) {
    starts.set(thing, next)
    next += thing[size] + gap
  }
  return moving(things, (thing) => ({ x: thing.x, y: thing.y, [axis]: starts.get(thing) ?? thing[axis] }))
}

/** Places that were worked out, as one edit. Null when nothing moves. */
export function placing(
  document: WorkflowDocument,
  places: Readonly<Record<string, { x: number; y: number }>>,
): Operation | null {
  const operations = document.nodes.flatMap(({ id, position }): Step[] => {
    const to = Object.hasOwn(places, id) ? places[id] : undefined
    return to && (to.x !== position.x || to.y !== position.y) ? [{ type: 'move', node_id: id, position: to }] : []
  })
  return operations.length === 0 ? null : { type: 'batch', operations }
}

/** Moves what is selected by so much, loops with what is inside them. Null when nothing is selected. */
export function nudging(
  document: WorkflowDocument,
  { nodes, notes }: Selection,
  by: { x: number; y: number },
): Operation | null {
  const moved = ({ x, y }: { x: number; y: number }) => ({ x: x + by.x, y: y + by.y })
  const wanted = Object.fromEntries(
    document.nodes.filter(({ id }) => nodes.has(id)).map(({ id, position }) => [id, moved(position)]),
  )
  const cards = placing(document, movedWithLoops(document, [], wanted))
  const steps = document.notes
    .filter(({ id }) => notes.has(id))
    .map(({ id, position }): Step => ({ type: 'update_note', note_id: id, position: moved(position) }))
  const operations = [...(cards?.type === 'batch' ? cards.operations : []), ...steps]
  return operations.length === 0 ? null : { type: 'batch', operations }
}
