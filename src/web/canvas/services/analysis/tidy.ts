/** Where nodes stand when they are laid out in layers from left to right. Groups stay together; a collapsed one is one card. */
import { Graph, layout } from '@dagrejs/dagre'
import type { Group, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { loopBodies } from '#graph/loop-bodies.ts'
import { CARD } from '#web/canvas/model/graph/sizes.ts'

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
  setLoops(graph, document, cardOf)
  for (const { from, to } of document.edges) {
    const [source, target] = [cardOf.get(from.node), cardOf.get(to.node)]
    if (source !== undefined && target !== undefined && source !== target) graph.setEdge(source, target)
  }
  return graph
}

/** A loop and its body stay together, so that nothing else lies in the frame around them. Groups inside a loop are part of it. */
function setLoops(graph: Graph, document: WorkflowDocument, cardOf: ReadonlyMap<string, string>): void {
  // The inner loops first: what has a frame already is put, with that frame, into the next one around it.
  for (const [loop, body] of [...loopBodies(document)].toSorted((a, b) => a[1].length - b[1].length)) {
    const cards = [loop, ...body].flatMap((id) => cardOf.get(id) ?? [])
    const tops = new Set(cards.map((card) => outermost(graph, card)))
    if (cards.length < 2) continue
    const frame = `loop:${loop}`
    graph.setNode(frame, {})
    for (const top of tops) graph.setParent(top, frame)
  }
}

function outermost(graph: Graph, id: string): string {
  const parent = graph.parent(id) as string | undefined
  return parent === undefined ? id : outermost(graph, parent)
}

/** A chain longer than this is laid in rows, in layers. */
const LONG = 14
/** How much wider than high a workflow in rows is, about as a window is. */
const ASPECT = 1.8
/** Between two rows, in px. */
const ROW_GAP = 120

interface Placed extends Point {
  card: Card
}

/** Layers after which a row may end: no group is on both sides. */
type Together = Pick<Group, 'nodes'>

function breaks(layers: readonly number[], placed: readonly Placed[], groups: readonly Together[]): Set<number> {
  const free = new Set(layers)
  const layerOf = new Map(placed.flatMap(({ card, x }) => card.nodes.map(({ id }) => [id, Math.round(x)] as const)))
  for (const { nodes } of groups) {
    const at = nodes.flatMap((id) => layerOf.get(id) ?? [])
    const [first, last] = [Math.min(...at), Math.max(...at)]
    for (const layer of layers) if (layer >= first && layer < last) free.delete(layer)
  }
  return free
}

/** One line that nobody could look at becomes rows below each other, each read from left to right. */
function inRows(placed: readonly Placed[], groups: readonly Together[]): readonly Placed[] {
  const layers = [...new Set(placed.map(({ x }) => Math.round(x)))].sort((a, b) => a - b)
  const [left = 0, right = 0] = [layers[0], layers.at(-1)]
  const width = right - left + CARD.width
  const height =
    Math.max(...placed.map(({ y, card }) => y + card.height)) - Math.min(...placed.map(({ y }) => y)) + ROW_GAP
  if (layers.length <= LONG || width < 2 * ASPECT * ASPECT * height) return placed
  const longest = Math.sqrt(width * height * ASPECT)
  const free = breaks(layers, placed, groups)
  const rowOf = new Map<number, { row: number; from: number }>()
  let [row, from] = [0, left]
  for (const [index, layer] of layers.entries()) {
    const before = layers[index - 1]
    if (before !== undefined && layer + CARD.width - from > longest && free.has(before)) {
      row += 1
      from = layer
    }
    rowOf.set(layer, { row, from })
  }
  return placed.map(({ card, x, y }) => {
    const { row: at, from: start } = rowOf.get(Math.round(x)) ?? { row: 0, from: left }
    return { card, x: x - start + left, y: y + at * height }
  })
}

/** @returns new places by node id, of the nodes that move */
export function tidy({ document, only, heights = {} }: TidyInput): Places {
  const chosen = new Set(only ?? document.nodes.map(({ id }) => id))
  const cards = cardsOf(document, chosen, heights)
  if (cards.length === 0) return {}
  const graph = graphOf(document, cards)
  layout(graph)
  const line = cards.map((card): Placed => {
    const { x, y } = graph.node(card.id) as Point
    return { card, x: x - CARD.width / 2, y: y - card.height / 2 }
  })
  const placed = inRows(line, [
    ...document.groups.filter(({ collapsed }) => !collapsed),
    ...[...loopBodies(document)].map(([id, body]) => ({ nodes: [id, ...body] })),
  ])
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
