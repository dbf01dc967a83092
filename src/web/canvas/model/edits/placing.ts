/** Where a node is put so that it covers no other. */
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { CARD, GAP, GRID } from '#web/canvas/model/graph/sizes.ts'

export interface Place {
  x: number
  y: number
}

const snapped = (value: number) => Math.round(value / GRID) * GRID

/** Free space around a card, in px. */
const AIR = 16

const covers = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < CARD.width + AIR && Math.abs(a.y - b.y) < CARD.height + AIR

/** The wanted place, or the first free one below it. */
export function freePlace(nodes: readonly WorkflowNode[], { x, y }: Place): Place {
  const place = { x: snapped(x), y: snapped(y) }
  while (nodes.some(({ position }) => covers(position, place))) place.y += GRID * 2
  return place
}

/** Behind a node, where the next one goes. */
export const behind = ({ position }: WorkflowNode): Place => ({ x: position.x + CARD.width + GAP.x, y: position.y })
export const before = ({ position }: WorkflowNode): Place => ({ x: position.x - CARD.width - GAP.x, y: position.y })

/** Moves the nodes of `ids` at or right of `x` to the right, so that a card fits before them. */
export function makeRoom(document: WorkflowDocument, ids: ReadonlySet<string>, x: number): Step[] {
  const need = x + CARD.width + GAP.x
  const followers = document.nodes.filter(({ id }) => ids.has(id))
  const by = snapped(need - Math.min(...followers.map(({ position }) => position.x)))
  if (followers.length === 0 || by <= 0) return []
  return followers.map(
    ({ id, position }): Step => ({ type: 'move', node_id: id, position: { x: position.x + by, y: position.y } }),
  )
}
