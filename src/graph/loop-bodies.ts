/** Which nodes run inside which loop, as far as a draft says: also where it could not run yet. Pure. */
import type { WorkflowDocument } from './document.ts'
import { BODY_TYPES, ITEM_PORT } from './plan.ts'

/** Around the cards of a loop on the canvas, in px, and for its title above them. */
export const LOOP_ROOM = { side: 20, title: 36 } as const

/** With more loops than that, each inside another, working out their bodies would take seconds: they are drawn without frames. */
const MOST_LOOPS = 300

type Graph = Pick<WorkflowDocument, 'nodes' | 'edges'>

const known = new WeakMap<Graph, ReadonlyMap<string, readonly string[]>>()

/**
 * The body of every loop that has one, by the id of its node, in document order: what is reached through its port `item` alone.
 * The body of a loop inside it is part of it, together with that loop.
 */
export function loopBodies(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const found = known.get(graph)
  if (found) return found
  const loops = graph.nodes.filter(({ type }) => BODY_TYPES.includes(type))
  const bodies = new Map<string, readonly string[]>()
  if (loops.length > 0 && loops.length <= MOST_LOOPS) {
    const outbound = Map.groupBy(graph.edges, ({ from }) => from.node)
    const inbound = Map.groupBy(graph.edges, ({ to }) => to.node)
    for (const { id } of loops) {
      const inside = reachedByItem(id, outbound)
      onlyFromInside(id, inside, inbound, outbound)
      if (inside.size > 0)
        bodies.set(
          id,
          graph.nodes.filter((node) => inside.has(node.id)).map((node) => node.id),
        )
    }
  }
  known.set(graph, bodies)
  return bodies
}

type ByNode = ReadonlyMap<string, Graph['edges']>

/** Everything behind the port `item`, the loop itself left out. */
function reachedByItem(loop: string, outbound: ByNode): Set<string> {
  const first = (outbound.get(loop) ?? []).filter(({ from }) => from.port === ITEM_PORT)
  const reached = new Set(first.map(({ to }) => to.node))
  reached.delete(loop)
  // A set that grows while it is walked: what is added is walked, too.
  for (const id of reached) for (const { to } of outbound.get(id) ?? []) if (to.node !== loop) reached.add(to.node)
  return reached
}

/** Takes out what another node leads to as well, and what follows it. */
function onlyFromInside(loop: string, inside: Set<string>, inbound: ByNode, outbound: ByNode): void {
  const isLed = (id: string) =>
    (inbound.get(id) ?? []).some(
      ({ from }) => !inside.has(from.node) && !(from.node === loop && from.port === ITEM_PORT),
    )
  const waiting = [...inside].filter(isLed)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (!inside.delete(id)) continue
    for (const { to } of outbound.get(id) ?? []) if (inside.has(to.node)) waiting.push(to.node)
  }
}
