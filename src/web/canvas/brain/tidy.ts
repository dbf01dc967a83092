/** Where nodes stand when they are laid out in layers from left to right. Groups stay together; a collapsed one is one card. */
import { Graph, layout } from '@dagrejs/dagre'
import type { Group, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { CARD } from '#web/canvas/sizes.ts'

export interface TidyInput {
  document: WorkflowDocument
  /** Only these move, around the place they are at; all when null. */
  only: readonly string[] | null
  /** Heights of cards, in px; the least height where absent. */
  heights?: Readonly<Record<string, number>>
}

type Point = { x: number; y: number }
type Places = Record<string, Point>

interface Card {
  id: string
  /** What moves with it: itself, or the nodes of a collapsed group. */
  nodes: readonly WorkflowNode[]
  height: number
}

const corner = (nodes: readonly WorkflowNode[], axis: 'x' | 'y') =>
  Math.min(...nodes.map(({ position }) => position[axis]))

/** The collapsed groups of which every node moves. */
const closedGroups = ({ groups }: WorkflowDocument, chosen: ReadonlySet<string>): Group[] =>
  groups.filter(({ collapsed, nodes }) => collapsed && nodes.length > 0 && nodes.every((id) => chosen.has(id)))

function cardsOf(document: WorkflowDocument, chosen: ReadonlySet<string>, heights: Record<string, number>): Card[] {
  const byId = new Map(document.nodes.map((node) => [node.id, node]))
  const closed = closedGroups(document, chosen).map(({ id, nodes }): Card => {
    const members = nodes.flatMap((member) => byId.get(member) ?? [])
    return { id: `group:${id}`, nodes: members, height: CARD.height }
  })
  const inside = new Set(closed.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
  const single = document.nodes
    .filter(({ id }) => chosen.has(id) && !inside.has(id))
    .map((node): Card => ({ id: node.id, nodes: [node], height: heights[node.id] ?? CARD.height }))
  return [...closed, ...single]
}

function graphOf(document: WorkflowDocument, cards: readonly Card[]): Graph {
  const graph = new Graph({ compound: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 80 })
  graph.setDefaultEdgeLabel(() => ({}))
  const cardOf = new Map(cards.flatMap(({ id, nodes }) => nodes.map((node) => [node.id, id] as const)))
  for (const { id, height } of cards) graph.setNode(id, { width: CARD.width, height })
  for (const { id, nodes } of document.groups.filter(({ collapsed }) => !collapsed)) {
    const members = nodes.filter((node) => cardOf.get(node) === node && graph.parent(node) === undefined)
    if (members.length === 0) continue
    graph.setNode(`frame:${id}`, {})
    for (const member of members) graph.setParent(member, `frame:${id}`)
  }
  for (const { from, to } of document.edges) {
    const [source, target] = [cardOf.get(from.node), cardOf.get(to.node)]
    if (source !== undefined && target !== undefined && source !== target) graph.setEdge(source, target)
  }
  return graph
}

/** @returns new places by node id, of the nodes that move */
export function tidy({ document, only, heights = {} }: TidyInput): Places {
  const chosen = new Set(only ?? document.nodes.map(({ id }) => id))
  const cards = cardsOf(document, chosen, heights)
  if (cards.length === 0) return {}
  const graph = graphOf(document, cards)
  layout(graph)
  const placed = cards.map((card) => {
    const { x, y } = graph.node(card.id) as Point
    return { card, x: x - CARD.width / 2, y: y - card.height / 2 }
  })
  // What is laid out starts where it stood.
  const all = cards.flatMap(({ nodes }) => nodes)
  const left = corner(all, 'x') - Math.min(...placed.map(({ x }) => x))
  const top = corner(all, 'y') - Math.min(...placed.map(({ y }) => y))
  const places: Places = {}
  for (const { card, x, y } of placed) {
    const by = { x: x + left - corner(card.nodes, 'x'), y: y + top - corner(card.nodes, 'y') }
    for (const { id, position } of card.nodes)
      places[id] = { x: Math.round(position.x + by.x), y: Math.round(position.y + by.y) }
  }
  return places
}
