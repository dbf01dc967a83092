/**
 * Runs one execution in this process, from the state in its rows, until it ends, waits, or is taken over.
 *
 * A node that answers immediately is settled in the same turn; one that takes time is in `#active`. Pure rows are
 * buffered in the recorder and go with the next commit; before an effect is made, everything before it is committed;
 * its own row leaves immediately, and the next effect waits for that commit. When nothing is active: every node decided
 * is the end; only waits left means parked, and nothing is kept in memory. `node-work.ts` runs a single node.
 */

import type { Json } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { PlanNode, Scope } from '#graph/plan.ts'
import type { Resolution, Wait } from '#nodes/node.ts'
import { NodeError } from '#nodes/node.ts'
import { isUnavailable } from '#server/gateways/storage/objects.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { AdvanceOptions } from './advance-options.ts'
import { JournalRefusal } from './journal.ts'
import type { NodeRow } from './journal-sql.ts'
import { NodeWork } from './node-work.ts'
import { toRunError } from './program.ts'
import { Fenced, runError } from './recorder.ts'
import { ScopeRun } from './scope-run.ts'
import { storeResult } from './stored-outputs.ts'
import type { BeforeWait, RunWait } from './waits.ts'

export interface Outcome {
  status: ExecutionStatus | 'fenced' | 'released'
  output: Json
  error: RunError | null
}

/** A row before it has its place in the order. */
export type NewRow = Omit<NodeRow, 'seq'>

/** An execution that nobody was told of becomes visible when it takes longer than this. */
const VISIBLE_AFTER_MS = 25

const keyOf = (node_id: string, iteration: string) => (iteration === '' ? node_id : `${node_id}:${iteration}`)

export class Advance {
  readonly options: AdvanceOptions
  readonly #work: NodeWork
  readonly #top: ScopeRun
  readonly #rows = new Map<string, NodeRow[]>()
  /** Stored waits that their nodes have not come by yet. */
  readonly #stored = new Map<string, RunWait>()
  /** Open waits of nodes of this run. */
  readonly #open = new Map<string, { wait: RunWait; scope: ScopeRun; node: PlanNode }>()
  readonly #outcome = Promise.withResolvers<Outcome>()
  readonly #leftOut: ReadonlySet<string> | null
  #active = 0
  #over = false
  #parking = false
  /** While it was parking. */
  #woken = false
  #visible: NodeJS.Timeout | undefined
  #callsRuns: boolean

  constructor(options: AdvanceOptions) {
    this.options = options
    this.#work = new NodeWork(this)
    this.#leftOut = options.test && new Set(options.test.skip)
    this.#callsRuns = options.waits.some(({ child_id }) => child_id)
    for (const row of options.rows) {
      const iteration = row.iteration ?? ''
      const rows = this.#rows.get(iteration)
      if (rows) rows.push(row)
      else this.#rows.set(iteration, [row])
    }
    for (const wait of options.waits) this.#stored.set(keyOf(wait.node_id, wait.iteration), wait)
    this.#top = this.enter(options.program.plan.top, { parent: null, iteration: '' }, (end) => {
      if (end.ok) this.finish('succeeded', end.output, null, this.#top.outputFile())
      else this.finish('failed', null, end.error)
    })
  }

  /** Whether a step of this run has started another run, here or in an earlier process. */
  get callsRuns(): boolean {
    return this.#callsRuns
  }

  /** Never rejects. */
  start(): Promise<Outcome> {
    this.pump(this.#top)
    this.#check()
    return this.#outcome.promise
  }

  /**
   * Stops immediately without writing: the execution was paused, cancelled or taken over, and that is already stored.
   */
  stop(status: 'fenced' | 'released'): void {
    if (!this.#over) this.#leave({ status, output: null, error: null })
  }

  /** Some wait of this run may have been resolved. */
  wake(): void {
    // The code that parks checks again, and anything resolved after that has its job in the queue.
    if (this.#parking) this.#woken = true
    else if (!this.#over && this.#open.size > 0) this.under(this.#lookForResolved())
  }

  /** A scope with what its stored rows say. */
  enter(
    scope: Scope,
    place: { parent: ScopeRun | null; iteration: string; item?: Json; index?: number },
    onEnd: ScopeRun['onEnd'],
  ): ScopeRun {
    const { program, input } = this.options
    const [finished, leftOut] = [this.#rows.get(place.iteration) ?? [], this.#leftOut]
    return new ScopeRun({ program, input, scope, ...place, finished, leftOut, onEnd })
  }

  /** Starts what is ready in a scope, and what becomes ready by that. */
  pump(scope: ScopeRun): void {
    if (scope.pumping || scope.isDead()) return
    if (scope.failed) {
      this.failScope(scope, scope.failed)
      return
    }
    scope.pumping = true
    this.options.processor.measure(() => this.#launchAll(scope, scope.run.ready(), 0))
  }

  /** Launches until nothing is ready, or the time slice is over: then the rest follows in a later turn of the event loop. */
  #launchAll(scope: ScopeRun, first: readonly PlanNode[], from: number): void {
    const { processor } = this.options
    for (let ready = first, at = from; ready.length > 0; ready = scope.run.ready(), at = 0) {
      for (; at < ready.length && !scope.ended; at++) {
        const pause = processor.yield()
        if (pause) {
          this.under(this.#launchLater(pause, scope, ready, at))
          return
        }
        this.#launch(scope, ready[at] as PlanNode)
      }
    }
    scope.pumping = false
    if (scope.isDead() || !scope.run.isFinished()) return
    const output = scope.output()
    scope.end('The scope is complete')
    scope.onEnd({ ok: true, output })
  }

  async #launchLater(pause: Promise<void>, scope: ScopeRun, ready: readonly PlanNode[], at: number): Promise<void> {
    await pause
    if (!scope.isDead()) this.options.processor.measure(() => this.#launchAll(scope, ready, at))
  }

  /** Counts work that comes back later; what it throws ends the run. */
  under(work: Promise<void>): void {
    this.#active++
    const { recorder } = this.options
    if (recorder.isUnstarted && !this.#visible) {
      this.#visible = setTimeout(() => recorder.flush().catch((error) => this.broke(error)), VISIBLE_AFTER_MS)
    }
    const back = () => {
      this.#active--
      this.#check()
    }
    work.then(back, (error) => {
      this.broke(error)
      back()
    })
  }

  #check(): void {
    if (this.#over || this.#active > 0) return
    if (this.#open.size > 0) this.under(this.#park())
    else this.finish('failed', null, runError('stuck', 'The workflow can’t continue from here.', null))
  }

  /** The run itself cannot go on, whatever its nodes say. */
  broke(error: unknown): void {
    if (this.#over) return
    if (error instanceof Fenced) {
      this.stop('fenced')
      return
    }
    const { report, recorder } = this.options
    report(error, recorder.execution_id, '')
    // The database or the storage is away. What is stored is taken up again from its rows when it is back.
    if ((isOutage(error) || isUnavailable(error)) && !recorder.isUnstarted) {
      this.stop('released')
      return
    }
    if (error instanceof JournalRefusal) recorder.discard()
    const text = 'The run couldn’t continue. The operator can find the details in the log.'
    this.finish('failed', null, runError(error instanceof JournalRefusal ? 'not_storable' : 'engine_error', text, null))
  }

  #launch(scope: ScopeRun, node: PlanNode): void {
    const key = keyOf(node.id, scope.iteration)
    const wait = this.#stored.size > 0 ? this.#stored.get(key) : undefined
    if (!wait) {
      this.#work.begin(scope, node, 1, null)
      return
    }
    this.#stored.delete(key)
    if (wait.resolution) this.#resume(scope, node, wait, wait.resolution)
    else this.#open.set(key, { wait, scope, node })
  }

  #resume(scope: ScopeRun, node: PlanNode, wait: RunWait, resolution: Resolution): void {
    const before = wait.before ?? undefined
    if (wait.retry_attempt === null) this.#work.begin(scope, node, 1, resolution, before)
    else {
      // What it had waited for before its attempt failed.
      const earlier = (resolution.state ?? null) as Resolution | null
      const logs = earlier && (before?.logs ?? null)
      this.#work.begin(scope, node, wait.retry_attempt, earlier, { usage: before?.usage ?? null, logs })
    }
  }

  failScope(scope: ScopeRun, error: RunError): void {
    scope.end('Another node of this run failed')
    scope.onEnd({ ok: false, error })
    // Also of other bodies that were given up with this one.
    const dead = [...this.#open].filter(([, open]) => open.scope.isDead())
    for (const [key] of dead) this.#open.delete(key)
    if (dead.length > 0) this.under(this.#close(dead.map(([, { wait }]) => wait.id)))
  }

  /**
   * A body was given up, and the run continues without it: so do not the runs and questions that it waited for. With the run itself they
   * end anyway.
   */
  async #close(ids: readonly string[]): Promise<void> {
    if (this.#over) return
    const { recorder, waiting } = this.options
    // First what gave it up: another process that takes the run then does not continue the body from these waits.
    await recorder.settled()
    if (!this.#over) await waiting.close(ids)
  }

  /** Stores a wait of a node. `retry_attempt` is the attempt that comes after it; null when the node itself asked. */
  async wait(scope: ScopeRun, node: PlanNode, row: NewRow, wait: Wait, retry_attempt: number | null): Promise<void> {
    const { recorder, waiting } = this.options
    const { iteration } = scope
    recorder.add(iteration === '' ? { ...row, status: 'waiting' } : { ...row, status: 'waiting', iteration })
    await recorder.settled()
    if (scope.isDead()) return
    if (wait.type === 'child') this.#callsRuns = true
    const { execution_id, epoch } = recorder
    const before = { logs: row.logs ?? null, usage: row.usage ?? null } as unknown as BeforeWait
    const request = { execution_id, epoch, node_id: node.id, iteration, wait, retry_attempt, before }
    const opened = await waiting.open(request).catch((error: unknown) => {
      if (error instanceof NodeError) return error
      throw error
    })
    if (scope.isDead()) {
      if (!(opened instanceof NodeError)) await this.#close([opened.id])
      return
    }
    if (opened instanceof NodeError) {
      const error = toRunError(opened, node.id, () => {})
      this.#work.fail(scope, node, error, row)
      this.pump(scope)
    } else if (opened.resolution) {
      this.#resume(scope, node, opened, opened.resolution)
      this.pump(scope)
    } else this.#open.set(keyOf(node.id, iteration), { wait: opened, scope, node })
  }

  readonly #openIds = () => [...this.#open.values()].map(({ wait }) => wait.id)

  async #lookForResolved(): Promise<void> {
    this.#resolved(await this.options.waiting.resolved(this.#openIds()))
  }

  #resolved(waits: readonly RunWait[]): void {
    for (const wait of waits) {
      const key = keyOf(wait.node_id, wait.iteration)
      const open = this.#open.get(key)
      if (!open || open.wait.id !== wait.id || !wait.resolution || open.scope.isDead()) continue
      this.#open.delete(key)
      this.#resume(open.scope, open.node, wait, wait.resolution)
      this.pump(open.scope)
    }
  }

  async #park(): Promise<void> {
    const { recorder, waiting } = this.options
    await recorder.settled()
    // A wait that was resolved meanwhile has set the run going again.
    if (this.#active > 1 || this.#over || this.#open.size === 0) return
    this.#parking = true
    this.#woken = false
    const resolved = await waiting.park(recorder.execution_id, recorder.epoch, this.#openIds())
    this.#parking = false
    if (this.#over) return
    if (resolved.length === 0) this.#leave({ status: 'waiting', output: null, error: null })
    else {
      this.#resolved(resolved)
      if (this.#woken) this.wake()
    }
  }

  #leave(outcome: Outcome): void {
    this.#over = true
    clearTimeout(this.#visible)
    this.#top.end(outcome.status)
    this.#outcome.resolve(outcome)
  }

  /** @param file of a step that gave all of the output */
  finish(status: 'succeeded' | 'failed', output: Json, error: RunError | null, file: string | null = null): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#visible)
    this.#top.end(status)
    const { recorder, outputs, report } = this.options
    const finished_at = new Date().toISOString()
    const end = (output_file: string | null) => recorder.end({ status, output, output_file, error, finished_at })
    const keeping = file === null ? storeResult(recorder.execution_id, output, outputs, report) : null
    const ended = keeping ? keeping.then(end) : end(file)
    ended.then(
      () => this.#outcome.resolve({ status, output, error }),
      (failure) => this.#endRefused(failure),
    )
  }

  /** The last rows could not be stored: the run fails, with what was stored before. */
  #endRefused(failure: unknown): void {
    const lost: Outcome = { status: 'fenced', output: null, error: null }
    if (failure instanceof Fenced) {
      this.#outcome.resolve(lost)
      return
    }
    const { recorder, report } = this.options
    report(failure, recorder.execution_id, '')
    recorder.discard()
    const error = runError('not_storable', 'A result of this run could not be stored.', null)
    recorder.end({ status: 'failed', output: null, error, finished_at: new Date().toISOString() }).then(
      () => this.#outcome.resolve({ status: 'failed', output: null, error }),
      (again) => {
        report(again, recorder.execution_id, '')
        this.#outcome.resolve(lost)
      },
    )
  }
}
