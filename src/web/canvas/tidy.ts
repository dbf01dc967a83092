/** Where nodes stand when they are laid out in layers from left to right. */
import { Graph, layout } from '@dagrejs/dagre'
import type { WorkflowDocument } from '#graph/document.ts'
import { CARD } from './sizes.ts'

export interface TidyInput {
  document: WorkflowDocument
  /** Only these move, around the place they are at; all when null. */
  only: readonly string[] | null
  /** Heights of cards that are drawn, in px; the least height where absent. */
  heights?: Readonly<Record<string, number>>
}

/** @returns new places by node id, of the nodes that move */
export function tidy({ document, only, heights = {} }: TidyInput): Record<string, { x: number; y: number }> {
  const chosen = new Set(only ?? document.nodes.map(({ id }) => id))
  const nodes = document.nodes.filter(({ id }) => chosen.has(id))
  if (nodes.length === 0) return {}
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 80 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { width: CARD.width, height: heights[id] ?? CARD.height })
  for (const { from, to } of document.edges)
    if (chosen.has(from.node) && chosen.has(to.node) && from.node !== to.node) graph.setEdge(from.node, to.node)
  layout(graph)
  const corner = (axis: 'x' | 'y') => Math.min(...nodes.map(({ position }) => position[axis]))
  const placed = nodes.map(({ id }) => {
    const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number }
    return [id, { x: x - width / 2, y: y - height / 2 }] as const
  })
  // What is laid out starts where it stood.
  const left = corner('x') - Math.min(...placed.map(([, { x }]) => x))
  const top = corner('y') - Math.min(...placed.map(([, { y }]) => y))
  const whole = (value: number) => Math.round(value)
  return Object.fromEntries(placed.map(([id, { x, y }]) => [id, { x: whole(x + left), y: whole(y + top) }]))
}
