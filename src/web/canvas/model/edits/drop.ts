/** What letting a loose node go here would connect: into the edge it lies on, or to the neighbour it is near. Pure. */

import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { NodePresentation, NodePresentations } from '#web/canvas/model/graph/node-presentation.ts'
import { freePort } from '#web/canvas/model/graph/ports.ts'
import { mayConnect, type OutputPort } from '#web/canvas/model/graph/refusals.ts'
import { CARD, cardHeight, portTop } from '#web/canvas/model/graph/sizes.ts'

import type { Place } from './placing.ts'

export type Drop =
  | { kind: 'insert'; edge: Edge; node: string; port: string }
  | { kind: 'connect'; from: OutputPort; to: string }

/** How near an edge the middle of a card must be, and an output port another's input port, in px. */
const NEAR_EDGE = 32
const NEAR_NODE = 140

const heightOf = (presentation: NodePresentation | undefined) => cardHeight(presentation?.ports.length ?? 1)

/** Where an output port of a node is on the canvas. */
export function outputPoint({ id, position }: WorkflowNode, presentations: NodePresentations, port: string): Place {
  const ports = presentations[id]?.ports ?? []
  const index = Math.max(
    0,
    ports.findIndex(({ name }) => name === port),
  )
  return { x: position.x + CARD.width, y: position.y + portTop(index, Math.max(1, ports.length)) }
}

export const inputPoint = ({ id, position }: WorkflowNode, presentations: NodePresentations): Place => ({
  x: position.x,
  y: position.y + heightOf(presentations[id]) / 2,
})

/** How far a place is from the line between two others. */
export function distanceTo(place: Place, a: Place, b: Place): number {
  const [x, y] = [b.x - a.x, b.y - a.y]
  const long = x * x + y * y
  const part = long === 0 ? 0 : Math.min(1, Math.max(0, ((place.x - a.x) * x + (place.y - a.y) * y) / long))
  return Math.hypot(place.x - a.x - part * x, place.y - a.y - part * y)
}

/** @param at where the card's corner is while it is dragged */
export function dropOf(
  document: WorkflowDocument,
  presentations: NodePresentations,
  id: string,
  at: Place,
): Drop | null {
  const node = document.nodes.find((each) => each.id === id)
  // Only what is loose: a wired node that is moved aside must not change the graph.
  if (!node || document.edges.some(({ from, to }) => from.node === id || to.node === id)) return null
  const dragged = { ...node, position: at }
  return intoEdge(document, presentations, dragged) ?? toNeighbour(document, presentations, dragged)
}

function intoEdge(document: WorkflowDocument, presentations: NodePresentations, node: WorkflowNode): Drop | null {
  const port = presentations[node.id]?.ports[0]?.name
  if (presentations[node.id]?.trigger || port === undefined) return null
  const middle = { x: node.position.x + CARD.width / 2, y: node.position.y + heightOf(presentations[node.id]) / 2 }
  const byId = new Map(document.nodes.map((each) => [each.id, each]))
  let best: { edge: Edge; far: number } | null = null
  for (const edge of document.edges) {
    const [from, to] = [byId.get(edge.from.node), byId.get(edge.to.node)]
    if (!from || !to) continue
    const far = distanceTo(middle, outputPoint(from, presentations, edge.from.port), inputPoint(to, presentations))
    if (far <= NEAR_EDGE && (!best || far < best.far)) best = { edge, far }
  }
  return best && { kind: 'insert', edge: best.edge, node: node.id, port }
}

function toNeighbour(document: WorkflowDocument, presentations: NodePresentations, node: WorkflowNode): Drop | null {
  const found: { from: OutputPort; to: string; far: number }[] = []
  const consider = (from: WorkflowNode, to: WorkflowNode) => {
    const way = freePort(document, presentations[from.id], from.id)
    if (!way) return
    const [a, b] = [outputPoint(from, presentations, way.port), inputPoint(to, presentations)]
    const far = Math.hypot(b.x - a.x, b.y - a.y)
    // The next node is placed to the right.
    if (far <= NEAR_NODE && b.x >= a.x - 16) found.push({ from: way, to: to.id, far })
  }
  for (const other of document.nodes) {
    if (other.id === node.id) continue
    consider(other, node)
    consider(node, other)
  }
  const [best] = found
    .toSorted((a, b) => a.far - b.far)
    .filter(({ from, to }) => mayConnect(document, presentations, from, to) === true)
  return best ? { kind: 'connect', from: best.from, to: best.to } : null
}
