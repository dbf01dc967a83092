/**
 * What the engine walks: a document turned once, per workflow version, into an immutable structure. Nodes are in topological
 * order and know their edges; every node belongs to one scope: the top, or the body of a `map` node (the nodes behind its port
 * `item`), which runs once per item. `run.ts` is the state machine over a scope.
 */
import type { Edge, WorkflowDocument, WorkflowNode } from './document.ts'

/** The node types whose port `item` opens a scope, and that port. */
export const BODY_TYPES: readonly string[] = ['map', 'loop']
export const ITEM_PORT = 'item'
/** The port a result leaves through when it names none. */
export const OUT_PORT = 'out'

export interface PlanEdge {
  readonly from: PlanNode
  readonly port: string
  readonly to: PlanNode
  readonly toPort: string
}

export interface PlanNode {
  /** Position in `Plan.nodes`: topological. */
  readonly index: number
  readonly id: string
  readonly node: WorkflowNode
  /** In document order. */
  readonly inbound: readonly PlanEdge[]
  readonly outbound: readonly PlanEdge[]
  /** A disabled node is not run: its input leaves through `out`. */
  readonly disabled: boolean
  readonly scope: Scope
  /** The scope this node runs once per item; null unless it is a `map`. */
  readonly body: Scope | null
}

/** The top of the workflow or the body of one map node. */
export interface Scope {
  /** The map node whose body this is; null at the top. */
  readonly owner: PlanNode | null
  readonly parent: Scope | null
  /** 0 at the top. */
  readonly depth: number
  /** In topological order. */
  readonly nodes: readonly PlanNode[]
}

export interface Plan {
  readonly nodes: readonly PlanNode[]
  readonly byId: ReadonlyMap<string, PlanNode>
  readonly top: Scope
  /** Null in an empty document. */
  readonly trigger: PlanNode | null
}

/** `cycle`: no order exists; `node` is one node of a cycle. `unknown_node`: an edge names a node that is not there. */
export class PlanError extends Error {
  readonly code: 'cycle' | 'unknown_node'
  readonly node: string
  constructor(code: 'cycle' | 'unknown_node', node: string, message: string) {
    super(message)
    this.name = 'PlanError'
    this.code = code
    this.node = node
  }
}

/**
 * The ids of a document in topological order, document order among equals. Nodes on or behind a cycle are missing from it.
 * Edges to unknown nodes are ignored.
 */
export function topologicalOrder(
  nodes: readonly { id: string }[],
  edges: readonly { from: Pick<Edge['from'], 'node'>; to: Pick<Edge['to'], 'node'> }[],
): string[] {
  const pending = new Map(nodes.map((node) => [node.id, 0]))
  const targets = new Map<string, string[]>()
  for (const edge of edges) {
    const count = pending.get(edge.to.node)
    if (count === undefined || !pending.has(edge.from.node)) continue
    pending.set(edge.to.node, count + 1)
    const list = targets.get(edge.from.node)
    if (list) list.push(edge.to.node)
    else targets.set(edge.from.node, [edge.to.node])
  }
  const order: string[] = []
  for (const [id, count] of pending) if (count === 0) order.push(id)
  for (let at = 0; at < order.length; at++) {
    for (const target of targets.get(order[at] as string) ?? []) {
      const left = (pending.get(target) ?? 0) - 1
      pending.set(target, left)
      if (left === 0) order.push(target)
    }
  }
  return order
}

type Building<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] }

/** The scope an edge leads into. */
const scopeBehind = (edge: PlanEdge): Scope =>
  edge.port === ITEM_PORT && edge.from.body ? edge.from.body : edge.from.scope

/** The innermost scope that holds both. */
function commonScope(a: Scope, b: Scope): Scope {
  let left: Scope | null = a
  let right: Scope | null = b
  while (left !== right) {
    if (left && (!right || left.depth >= right.depth)) left = left.parent
    else if (right) right = right.parent
  }
  return left ?? a
}

/**
 * Precomputes a document for running.
 * @param isTrigger says which node types start a workflow; the trigger is the first such node without inbound edges.
 * @throws PlanError when there is a cycle or an edge to an unknown node
 */
export function planDocument(document: WorkflowDocument, isTrigger: (type: string) => boolean = () => true): Plan {
  const order = topologicalOrder(document.nodes, document.edges)
  if (order.length < document.nodes.length) {
    const ordered = new Set(order)
    const node = document.nodes.find(({ id }) => !ordered.has(id))?.id ?? ''
    throw new PlanError('cycle', node, `The node “${node}” is part of a cycle or comes after one`)
  }
  const source = new Map(document.nodes.map((node) => [node.id, node]))
  const top: Building<Scope> = { owner: null, parent: null, depth: 0, nodes: [] }
  const byId = new Map<string, Building<PlanNode>>()
  order.forEach((id, index) => {
    const node = source.get(id) as WorkflowNode
    const disabled = node.disabled === true
    byId.set(id, { index, id, node, inbound: [], outbound: [], disabled, scope: top, body: null })
  })
  connect(document.edges, byId)
  const nodes = [...byId.values()]
  for (const node of nodes) placeInScope(node)
  const trigger = nodes.find((node) => node.inbound.length === 0 && isTrigger(node.node.type)) ?? null
  return { nodes, byId, top, trigger }
}

function connect(edges: readonly Edge[], byId: Map<string, Building<PlanNode>>): void {
  for (const edge of edges) {
    const from = byId.get(edge.from.node)
    const to = byId.get(edge.to.node)
    if (!from || !to) {
      const missing = from ? edge.to.node : edge.from.node
      throw new PlanError('unknown_node', missing, `An edge names the node “${missing}”, which does not exist`)
    }
    const planned: PlanEdge = { from, port: edge.from.port, to, toPort: edge.to.port }
    from.outbound.push(planned)
    to.inbound.push(planned)
  }
}

/** A node lives where all its inbound edges come from; where they differ, in the innermost scope around all of them. */
function placeInScope(node: Building<PlanNode>): void {
  let scope: Scope | null = null
  for (const edge of node.inbound) {
    const behind = scopeBehind(edge)
    scope = scope ? commonScope(scope, behind) : behind
  }
  node.scope = scope ?? node.scope
  ;(node.scope.nodes as PlanNode[]).push(node)
  if (BODY_TYPES.includes(node.node.type) && !node.disabled) {
    node.body = { owner: node, parent: node.scope, depth: node.scope.depth + 1, nodes: [] }
  }
}

/** Edges that lead out of a map body other than by the map node's own `out`: their value could not be told apart per item. */
export const leakingEdges = (planned: Plan): PlanEdge[] =>
  planned.nodes.flatMap((node) => node.inbound.filter((edge) => scopeBehind(edge) !== node.scope))
