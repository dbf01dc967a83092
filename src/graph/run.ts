/**
 * How far one scope of a plan has come. Pure: no time, no values; the engine keeps outputs and asks here what is next.
 *
 * A node is **waiting** until all its inbound edges are decided. An edge is decided when its source is done (then it is live if
 * the result left through its port, else dead) or dead. A node whose inbound edges are all decided becomes **ready** if at
 * least one is live, else **dead**, and deadness passes on. A ready node becomes **done** by `complete`. The scope is finished
 * when every node is done or dead.
 */
import { ITEM_PORT, OUT_PORT, type Plan, type PlanEdge, type PlanNode, type Scope } from './plan.ts'

const WAITING = 0
const READY = 1
const DONE = 2
const DEAD = 3
const STATES = ['waiting', 'ready', 'done', 'dead'] as const
export type NodeState = (typeof STATES)[number]

/** A finished node of this scope and iteration, as its stored row tells it. */
export interface FinishedRow {
  node_id: string
  port: string
}

export class Run {
  readonly scope: Scope
  /** Indexed by `PlanNode.index`; nodes of other scopes keep their zeros. */
  readonly #state: Uint8Array
  readonly #undecided: Uint16Array
  readonly #live: Uint16Array
  readonly #ports: (string | undefined)[]
  #ready: PlanNode[] = []
  #left: number
  #leftOut: ReadonlySet<string> | null = null

  constructor(plan: Plan, scope: Scope) {
    this.scope = scope
    const size = plan.nodes.length
    this.#state = new Uint8Array(size)
    this.#undecided = new Uint16Array(size)
    this.#live = new Uint16Array(size)
    this.#ports = new Array(size)
    this.#left = scope.nodes.length
    for (const node of scope.nodes) this.#undecided[node.index] = node.inbound.length
  }

  /** Opens the scope: the trigger at the top, the nodes behind `item` in a body. */
  start(trigger: PlanNode | null): void {
    const owner = this.scope.owner
    for (const node of this.scope.nodes) {
      if (node.inbound.length === 0) this.#decideNode(node, owner === null && node === trigger)
    }
    if (!owner) return
    for (const edge of owner.outbound) {
      if (edge.to.scope === this.scope) this.#decideEdge(edge, edge.port === ITEM_PORT)
    }
  }

  /** Nodes that are not to run: dead, whatever leads to them, unless they are done already. Before `start`. */
  leaveOut(ids: ReadonlySet<string>): void {
    this.#leftOut = ids
    for (const node of this.scope.nodes) if (ids.has(node.id)) this.#decideNode(node, false)
  }

  /** Takes the nodes that became ready since the last call; each is handed out once. */
  ready(): PlanNode[] {
    const taken = this.#ready
    if (taken.length === 0) return taken
    this.#ready = []
    // A stored row may have finished a node after another row made it ready.
    return taken.filter((node) => this.#state[node.index] === READY)
  }

  /** Records that a node's result left through `port`. Doing it again changes nothing. */
  complete(node: PlanNode, port: string = OUT_PORT): void {
    const state = this.#state[node.index]
    if (state === DONE || state === DEAD) return
    this.#state[node.index] = DONE
    this.#ports[node.index] = port
    this.#left--
    for (const edge of node.outbound) {
      if (edge.to.scope === this.scope) this.#decideEdge(edge, edge.port === port)
    }
  }

  #decideEdge(edge: PlanEdge, live: boolean): void {
    const index = edge.to.index
    const left = (this.#undecided[index] ?? 0) - 1
    this.#undecided[index] = left
    if (live) this.#live[index] = (this.#live[index] ?? 0) + 1
    if (left === 0) this.#decideNode(edge.to, (this.#live[index] ?? 0) > 0)
  }

  #decideNode(first: PlanNode, live: boolean): void {
    if (this.#state[first.index] !== WAITING) return
    if (live) {
      this.#state[first.index] = READY
      this.#ready.push(first)
      return
    }
    // Deadness passes on without recursion: a document may hold a chain of a thousand nodes.
    const dying = [first]
    for (let node = dying.pop(); node; node = dying.pop()) {
      this.#state[node.index] = DEAD
      this.#left--
      for (const edge of node.outbound) {
        const target = edge.to
        if (target.scope !== this.scope) continue
        const left = (this.#undecided[target.index] ?? 0) - 1
        this.#undecided[target.index] = left
        if (left > 0 || this.#state[target.index] !== WAITING) continue
        if ((this.#live[target.index] ?? 0) > 0) {
          this.#state[target.index] = READY
          this.#ready.push(target)
        } else dying.push(target)
      }
    }
  }

  /** Every node is done or dead. */
  isFinished(): boolean {
    return this.#left === 0
  }

  state(node: PlanNode): NodeState {
    return STATES[this.#state[node.index] ?? WAITING] ?? 'waiting'
  }

  /** The port a done node's result left through. */
  port(node: PlanNode): string | undefined {
    return this.#ports[node.index]
  }

  /** The live inbound edges of a ready or done node, in document order. In a body, edges from the map node carry the item. */
  liveInbound(node: PlanNode): readonly PlanEdge[] {
    const first = node.inbound[0]
    if (node.inbound.length === 1 && first && this.#isLive(first)) return node.inbound
    return node.inbound.filter((edge) => this.#isLive(edge))
  }

  #isLive(edge: PlanEdge): boolean {
    if (edge.from === this.scope.owner) return edge.port === ITEM_PORT
    return this.#ports[edge.from.index] === edge.port
  }

  /** The done nodes whose result went nowhere: no edge leaves the port it left through, but to what is left out. In topological order. */
  liveTerminals(): PlanNode[] {
    return this.scope.nodes.filter((node) => {
      const port = this.#ports[node.index]
      return port !== undefined && !node.outbound.some((edge) => edge.port === port && this.#isTaken(edge))
    })
  }

  #isTaken({ to }: PlanEdge): boolean {
    return to.scope === this.scope && this.#leftOut?.has(to.id) !== true
  }

  /** What the scope gives: the output of the one live terminal, an object keyed by node id for several, null for none. */
  terminalOutputs<T>(outputOf: (node: PlanNode) => T): T | { [id: string]: T } | null {
    const terminals = this.liveTerminals()
    const [only] = terminals
    if (!only) return null
    if (terminals.length === 1) return outputOf(only)
    return Object.fromEntries(terminals.map((node) => [node.id, outputOf(node)]))
  }
}

/**
 * A run of a scope, continued from its finished rows (in any order; rows of nodes outside the scope are ignored).
 * @param scope the top when absent, else a map node's `body`, once per item
 * @param leftOut ids of nodes that are not to run
 */
export function createRun(
  plan: Plan,
  finished: Iterable<FinishedRow> = [],
  scope: Scope = plan.top,
  leftOut: ReadonlySet<string> | null = null,
): Run {
  const run = new Run(plan, scope)
  for (const row of finished) {
    const node = plan.byId.get(row.node_id)
    if (node?.scope === scope) run.complete(node, row.port)
  }
  if (leftOut) run.leaveOut(leftOut)
  run.start(plan.trigger)
  return run
}
