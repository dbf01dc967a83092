/** One scope on its way: the top of an execution, or the body of a map node for one item. It holds the values. */

import type { Json } from '#contract/core/primitives.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { Bindings } from '#graph/expressions/fast-types.ts'
import { ITEM_PORT, type PlanNode, type Scope } from '#graph/plan.ts'
import { createRun, type Run } from '#graph/run.ts'
import type { InboundValue } from '#nodes/node.ts'
import type { NodeRow } from './journal-sql.ts'
import type { Program } from './program.ts'

export type ScopeEnd = { ok: true; output: Json } | { ok: false; error: RunError }

export class ScopeRun {
  readonly scope: Scope
  readonly parent: ScopeRun | null
  readonly iteration: string
  readonly item: Json | undefined
  readonly index: number | undefined
  readonly run: Run
  readonly onEnd: (end: ScopeEnd) => void
  ended = false
  readonly #program: Program
  readonly #outputs: (Json | undefined)[] = []
  /** Keys of outputs that are stored outside their rows. */
  readonly #stored: (string | undefined)[] = []
  readonly #input: Json
  /** A stored row says that this body failed: it is not tried again. */
  readonly failed: RunError | undefined
  /** Set while its ready nodes are being started, see `Advance.pump`. */
  pumping = false

  constructor(options: {
    program: Program
    scope: Scope
    parent: ScopeRun | null
    iteration: string
    /** The execution's input. */
    input: Json
    item?: Json
    index?: number
    finished: readonly NodeRow[]
    leftOut: ReadonlySet<string> | null
    onEnd: (end: ScopeEnd) => void
  }) {
    this.#program = options.program
    this.scope = options.scope
    this.parent = options.parent
    this.iteration = options.iteration
    this.item = options.item
    this.index = options.index
    this.#input = options.input
    this.onEnd = options.onEnd
    const done: { node_id: string; port: string }[] = []
    for (const row of options.finished) {
      const node = options.program.plan.byId.get(row.node_id)
      const port = livePort(row)
      if (!node || node.scope !== options.scope) continue
      if (row.status === 'failed' && port === undefined && row.error) this.failed = row.error
      if (port === undefined) continue
      this.#outputs[node.index] = row.output ?? null
      if (row.stored) this.#stored[node.index] = row.stored
      done.push({ node_id: row.node_id, port })
    }
    options.parent?.inside.add(this)
    this.run = createRun(options.program.plan, done, options.scope, options.leftOut)
  }

  /** What is under way inside: attempts and bodies. It is aborted with the scope. */
  readonly inside = new Set<{ abort(reason: unknown): void }>()

  abort(reason: unknown): void {
    for (const part of this.inside) part.abort(reason)
    this.inside.clear()
  }

  /** Nothing that still comes back counts. The error is made for those who hear of it: most runs end with nobody inside, and its stack costs. */
  end(why: string): void {
    this.ended = true
    this.parent?.inside.delete(this)
    if (this.inside.size > 0) this.abort(new Error(why))
  }

  /** Ends the bodies of a node that are still under way. */
  endBodies(node: PlanNode, why: string): void {
    for (const part of this.inside) if (part instanceof ScopeRun && part.scope === node.body) part.end(why)
  }

  isDead(): boolean {
    return this.ended || (this.parent?.isDead() ?? false)
  }

  complete(node: PlanNode, port: string, output: Json, stored?: string): void {
    this.#outputs[node.index] = output
    this.#stored[node.index] = stored
    this.run.complete(node, port)
  }

  output(): Json {
    return this.run.terminalOutputs<Json>((node) => this.#outputs[node.index] ?? null)
  }

  /** The key of the file that has all of `output`; null when there is none. */
  outputFile(): string | null {
    const [only, another] = this.run.liveTerminals()
    return only && !another ? (this.#stored[only.index] ?? null) : null
  }

  /** The output of a finished node here or in a scope around. */
  lookup(id: string): Json | undefined {
    const node = this.#program.plan.byId.get(id)
    if (!node) return undefined
    for (let at: ScopeRun | null = this; at; at = at.parent) if (at.scope === node.scope) return at.#outputs[node.index]
    return undefined
  }

  inputs(node: PlanNode): InboundValue[] {
    return this.run.liveInbound(node).map((edge) => ({ node: edge.from.id, port: edge.port, value: this.#over(edge) }))
  }

  /** The value of the one live inbound edge; an object keyed by node id for several; the execution's input for a trigger. */
  input(node: PlanNode): Json {
    if (node.inbound.length === 0) return this.#input
    const live = this.run.liveInbound(node)
    const [only] = live
    if (only && live.length === 1) return this.#over(only)
    return Object.fromEntries(live.map((edge) => [edge.from.id, this.#over(edge)]))
  }

  #over(edge: { from: PlanNode; port: string }): Json {
    if (edge.from === this.scope.owner && edge.port === ITEM_PORT) return this.item ?? null
    return this.#outputs[edge.from.index] ?? null
  }

  bindings(input: Json): Bindings {
    const { trigger } = this.#program.plan
    const start = trigger ? this.lookup(trigger.id) : undefined
    const bindings: Bindings = {
      input,
      node: (id) => this.lookup(id),
      trigger: start === undefined ? this.#input : start,
      vars: {},
    }
    if (this.index !== undefined) {
      bindings.item = this.item ?? null
      bindings.index = this.index
    }
    return bindings
  }
}

/** The port of a node that ended the whole run: nothing continues after it, and a resumed run reaches it again. */
export const STOPPED = 'stopped'

/** The port through which a stored row continues; undefined when it does not (it waits, or the run ended with it). */
export function livePort(row: NodeRow): string | undefined {
  if (row.port === STOPPED) return undefined
  if (row.status === 'succeeded' || row.status === 'skipped') return row.port ?? 'out'
  return row.status === 'failed' ? row.port : undefined
}
