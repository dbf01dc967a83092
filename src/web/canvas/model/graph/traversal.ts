/** Ways through the graph: what leads to a node, what follows it, and where an arrow key goes from it. */
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const follow = (edges: readonly Edge[], start: string, next: (edge: Edge) => [string, string]): Set<string> => {
  const ways = new Map<string, string[]>()
  for (const edge of edges) {
    const [here, there] = next(edge)
    ways.set(here, [...(ways.get(here) ?? []), there])
  }
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const there of ways.get(id) ?? []) if (!found.has(there)) open.push(there) && found.add(there)
  return found
}

/** Everything that leads to a node, itself only on a cycle. */
export const upstream = ({ edges }: WorkflowDocument, id: string): Set<string> =>
  follow(edges, id, ({ from, to }) => [to.node, from.node])

/** Everything that follows a node. */
export const downstream = ({ edges }: WorkflowDocument, id: string): Set<string> =>
  follow(edges, id, ({ from, to }) => [from.node, to.node])

const byHeight = (a: WorkflowNode, b: WorkflowNode) => a.position.y - b.position.y || a.position.x - b.position.x

/** The one of these nodes that is closest in height. */
const nearest = (nodes: readonly WorkflowNode[], { position }: WorkflowNode): string | null =>
  nodes.toSorted((a, b) => Math.abs(a.position.y - position.y) - Math.abs(b.position.y - position.y))[0]?.id ?? null

/** How much further away a node counts for each px of sideways distance. */
const ASIDE = 3

/** The closest node in a direction, connected or not. */
function beside(nodes: readonly WorkflowNode[], here: WorkflowNode, direction: Direction): string | null {
  const across = direction === 'left' || direction === 'right'
  const sign = direction === 'right' || direction === 'down' ? 1 : -1
  const scored = nodes.flatMap((node) => {
    const [x, y] = [node.position.x - here.position.x, node.position.y - here.position.y]
    const [ahead, aside] = across ? [x * sign, Math.abs(y)] : [y * sign, Math.abs(x)]
    return node.id !== here.id && ahead > 0 ? [{ id: node.id, far: ahead + aside * ASIDE }] : []
  })
  return scored.toSorted((a, b) => a.far - b.far)[0]?.id ?? null
}

/** The node where a walk begins: what nothing leads to, from the top. */
export function firstNode({ nodes, edges }: WorkflowDocument): string | null {
  const led = new Set(edges.map(({ to }) => to.node))
  return (nodes.filter(({ id }) => !led.has(id)).toSorted(byHeight)[0] ?? nodes[0])?.id ?? null
}

/**
 * The target of an arrow key: left and right along edges, up and down among nodes that share a neighbour; where there
 * is no edge, the closest node.
 */
export function step(document: WorkflowDocument, from: string, direction: Direction): string | null {
  const { nodes, edges } = document
  const here = nodes.find(({ id }) => id === from)
  if (!here) return firstNode(document)
  const among = (ids: ReadonlySet<string>) => nodes.filter(({ id }) => ids.has(id))
  const before = new Set(edges.filter(({ to }) => to.node === from).map((edge) => edge.from.node))
  const after = new Set(edges.filter((edge) => edge.from.node === from).map(({ to }) => to.node))
  if (direction === 'left' || direction === 'right') {
    const along = nearest(among(direction === 'left' ? before : after), here)
    return along ?? beside(nodes, here, direction)
  }
  const siblings = new Set<string>()
  for (const edge of edges) {
    if (before.has(edge.from.node)) siblings.add(edge.to.node)
    if (after.has(edge.to.node)) siblings.add(edge.from.node)
  }
  siblings.delete(from)
  return beside(among(siblings), here, direction) ?? beside(nodes, here, direction)
}

/** The edge an arrow key goes to from an edge: up and down among those that begin or end at the same node. */
export function besideEdge({ edges }: WorkflowDocument, id: string, by: 1 | -1): string | null {
  const here = edges.find((edge) => edge.id === id)
  if (!here) return null
  const family = edges.filter(({ from, to }) => from.node === here.from.node || to.node === here.to.node)
  return family.at((family.indexOf(here) + by) % family.length)?.id ?? null
}
