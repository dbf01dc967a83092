/** A map node on its way: its body once per item, a bounded number at a time. Results keep the order of the items. */

import type { Json } from '#contract/core/primitives.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { PlanNode } from '#graph/plan.ts'
import type { Advance } from './advance.ts'
import type { ScopeEnd, ScopeRun } from './scope-run.ts'

export interface MapWork {
  items: readonly Json[]
  concurrency: number
  on_item_error: 'stop' | 'keep'
  /** Runs the body for one item and says how it ended, at once or later. */
  body(item: Json, index: number, onEnd: (end: ScopeEnd) => void): void
  /** Called once. */
  done(result: { ok: true; output: Json } | { ok: false; error: RunError }): void
  /** Whether others go first: then `next` is called in a later turn of the event loop. */
  yield(next: () => void): boolean
}

type Body = Pick<MapWork, 'body' | 'yield'> & { later(work: Promise<void>): void }

/** Runs a node's body once, for an item or a turn, as a scope inside the node's own. */
export const bodyOf = (run: Advance, scope: ScopeRun, node: PlanNode): Body => ({
  later: (work) => run.under(work),
  body: (item, index, onEnd) => {
    if (!node.body) return onEnd({ ok: true, output: item })
    const iteration = scope.iteration === '' ? String(index) : `${scope.iteration}.${index}`
    run.pump(run.enter(node.body, { parent: scope, iteration, item, index }, onEnd))
  },
  yield: (next) => {
    const { processor } = run.options
    const turn = processor.yield()
    if (turn) run.under(turn.then(() => (scope.isDead() ? undefined : processor.measure(next))))
    return turn !== null
  },
})

export class MapRun {
  readonly #work: MapWork
  readonly #results: Json[]
  readonly #errors: { index: number; code: string; message: string }[] = []
  #next = 0
  #running = 0
  #looping = false
  #over = false

  constructor(work: MapWork) {
    this.#work = work
    this.#results = new Array<Json>(work.items.length).fill(null)
  }

  advance(): void {
    // A body that ends immediately returns here while the loop below is still running: the loop continues anyway.
    if (this.#looping || this.#over) return
    this.#looping = true
    const { items, concurrency } = this.#work
    while (!this.#over && this.#running < Math.max(1, concurrency) && this.#next < items.length) {
      if (this.#work.yield(() => this.#goOn())) return
      const index = this.#next++
      this.#running++
      this.#work.body(items[index] ?? null, index, (end) => this.#ended(index, end))
    }
    this.#looping = false
    if (this.#over || this.#running > 0 || this.#next < items.length) return
    this.#over = true
    this.#errors.sort((a, b) => a.index - b.index)
    this.#work.done({ ok: true, output: { items: this.#results, errors: this.#errors } })
  }

  #goOn(): void {
    this.#looping = false
    this.advance()
  }

  #ended(index: number, end: ScopeEnd): void {
    this.#running--
    if (this.#over) return
    if (end.ok) this.#results[index] = end.output
    else if (this.#work.on_item_error === 'keep') {
      this.#errors.push({ index, code: end.error.code, message: end.error.message })
    } else {
      this.#over = true
      this.#work.done({ ok: false, error: end.error })
      return
    }
    this.advance()
  }
}
