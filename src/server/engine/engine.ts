/** The engine as the rest of the server sees it. */

import type { Readable } from 'node:stream'
import { jsonAsWritten } from '#contract/core/json-text.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import type { Resolution } from '#nodes/node.ts'
import type { Owner } from '#nodes/ports.ts'
import { createDatabaseOn, type Database } from '#server/platform/database/database.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import type { Outcome } from './advance.ts'
import { assembleEngine, type EngineOptions, type Parts } from './assemble.ts'
import { withinTime } from './attempt.ts'
import { controlExecution, type RunChange } from './control.ts'
import { enqueueAgain, enqueueNew } from './enqueue.ts'
import { followExecution } from './events.ts'
import { readState } from './events-sql.ts'
import type { ExecutionRow, NodeRow } from './journal-sql.ts'
import type { Program } from './program.ts'
import type { Recorder } from './recorder.ts'
import { type ExecutionState, executionRow, type Started, type StartRequest } from './request.ts'
import type { Begun } from './runner.ts'
import { readRows, transaction } from './store.ts'
import { openOutput, type WithOutput, withOutputs } from './stored-outputs.ts'
import { type Resolved, resolveWait } from './waits.ts'

/** While a caller waits for the end of a run in another process, its row is polled at least this often. */
const RESULT_POLL_MS = 500
const HAND_OVER_MS = 5_000

/** @throws ExecutorTaken when another live process has the executor id */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const start = (request: StartRequest) => engine.start(request)
  const engine: Engine = new Engine(await assembleEngine(options, start))
  await engine.open()
  return engine
}

export class Engine {
  readonly #p: Parts
  #draining = false
  #stopped = false

  constructor(parts: Parts) {
    this.#p = parts
  }

  /** Continues the work left by an earlier life of this executor. */
  async open(): Promise<void> {
    await this.#p.sweeper?.start()
  }

  /** Evaluates expressions outside of runs, such as those of triggers, at the expense of an owner. */
  evaluatorFor(owner: Owner): Evaluator {
    return this.#p.processor.forRun(owner)
  }

  /** What the journal was handed and what is under way: for figures and tests. */
  get figures(): { entries: number; batches: number; retries: number; in_flight: number } {
    return { ...this.#p.journal.counters, in_flight: this.#p.runner.size }
  }

  /**
   * Begins an execution. When this resolves it is stored and survives any crash.
   * @throws EngineRefusal `not_found` when there is no such version; PlanError when it has no order; AppError when it costs money that
   * is not there
   */
  async start(request: StartRequest): Promise<Started> {
    const program = await this.#program(request)
    return this.#paid(request, (paid) => this.#begin(paid, program))
  }

  /**
   * Begins what `take` returns, through the queue and in the transaction that `take` writes in: both are stored or neither is. Costs are
   * held by the caller, in the same transaction.
   * @returns the ids of the executions
   */
  async startWith(
    take: (tx: Database) => Promise<readonly (StartRequest & { workflow_id: string })[]>,
  ): Promise<string[]> {
    const { pool, dispatcher } = this.#p
    return transaction(pool, async (client) => {
      const ids: string[] = []
      for (const run of await take(createDatabaseOn(client)))
        ids.push(await enqueueNew(client, dispatcher, run, run.workflow_id))
      return ids
    })
  }

  async #begin(request: StartRequest, program: Program): Promise<Started> {
    if (!this.#runsNow(request)) return this.#later(request, program)
    const row = executionRow(request, program.workflow_id, this.#p.executorId)
    const { outcome, recorder } = await this.#beginHere(request, row, program)
    return { execution_id: row.id, status: await this.#accepted(recorder, outcome) }
  }

  #beginHere({ seed, start_by }: StartRequest, row: ExecutionRow, program: Program): Begun | Promise<Begun> {
    const { runner, outputs } = this.#p
    if (!seed || seed.length === 0) return runner.begin(row, program, start_by)
    return withOutputs(seed, outputs, 'dropped').then((rows) => runner.beginWith(row, program, rows))
  }

  /**
   * Begins an execution and waits for its end, at most `wait_ms`. A run that ends before it touched anything is stored once, with
   * its end, before it is answered.
   * @throws EngineRefusal, PlanError, AppError as `start`
   */
  run(request: StartRequest, wait_ms: number): Promise<ExecutionState> {
    const program = this.#p.versions.peek(request.workflow_version_id)
    if (!program || !this.#runsNow(request) || this.#p.billingGate?.mustAuthorise(request))
      return this.#runSlowly(request, wait_ms)
    return this.#runHere(request, program, wait_ms)
  }

  async #runSlowly(request: StartRequest, wait_ms: number): Promise<ExecutionState> {
    const program = await this.#program(request)
    return this.#paid(request, async (paid) => {
      if (this.#runsNow(paid)) return this.#runHere(paid, program, wait_ms)
      const { execution_id } = await this.#later(paid, program)
      return this.result(execution_id, wait_ms)
    })
  }

  /** Holds what the run costs; what could not be begun costs nothing. */
  async #paid<T>(request: StartRequest, begin: (paid: StartRequest) => Promise<T>): Promise<T> {
    const { billingGate } = this.#p
    if (request.charge !== undefined) return begin(request)
    const charge = billingGate?.mustAuthorise(request) ? await billingGate.hold(request) : null
    if (!billingGate || !charge) return begin(request)
    try {
      return await begin({ ...request, charge })
    } catch (error) {
      // When this fails, too, a sweep of charges without a run gives it back.
      await billingGate.release(charge).catch(() => {})
      throw error
    }
  }

  async #runHere(request: StartRequest, program: Program, wait_ms: number): Promise<ExecutionState> {
    const row = executionRow(request, program.workflow_id, this.#p.executorId)
    const { outcome, recorder } = await this.#beginHere(request, row, program)
    const ended = await withinTime(outcome, wait_ms)
    if (ended && isEnd(ended)) return { execution_id: row.id, ...ended }
    // Not ended in time, or it waits, or another executor has it: the caller gets an id to poll.
    if (!ended) await recorder.flush().catch(() => {})
    const state = await this.result(row.id, 0)
    return state
  }

  /** The state of an execution, once it has ended or `wait_ms` have passed. @throws EngineRefusal `not_found` */
  async result(execution_id: string, wait_ms: number): Promise<ExecutionState> {
    const until = Date.now() + wait_ms
    const here = this.#p.runner.outcomeOf(execution_id)
    if (here && wait_ms > 0) {
      const ended = await withinTime(here, wait_ms)
      if (ended && isEnd(ended)) return { execution_id, ...ended }
    }
    let wake = () => {}
    const unfollow = wait_ms > 0 ? this.#p.watch.follow(execution_id, (event) => event === null && wake()) : () => {}
    try {
      for (;;) {
        const found = await readState(this.#p.pool, execution_id, this.#p.outputs)
        if (!found) throw new EngineRefusal('not_found', 'There is no such execution.')
        const { status, output, error } = found
        const left = until - Date.now()
        if (isFinal(status) || left <= 0) {
          const given = typeof output === 'string' ? (JSON.parse(output) as Json) : jsonAsWritten(output)
          return { execution_id, status, output: given, error }
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(left, RESULT_POLL_MS))
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    } finally {
      unfollow()
    }
  }

  /** @throws EngineRefusal `not_found`, `illegal_transition`, `unknown_node`, `not_runnable` */
  control(execution_id: string, command: ControlCommand, change?: RunChange): Promise<Started> {
    return controlExecution(this.#p.control, execution_id, command, change)
  }

  /**
   * Answers an open wait.
   * @returns undefined when there is no such wait
   */
  async resolveWait(wait_id: string, resolution: Resolution, by: string | null): Promise<Resolved | undefined> {
    const resolved = await resolveWait(this.#p.control.pool, this.#p.dispatcher, { id: wait_id }, resolution, by)
    if (resolved?.now) this.#p.resolved(resolved.execution_id)
    return resolved
  }

  /** In order, from any process, after a given seq; ends with the execution. */
  events(execution_id: string, after_seq: number, signal: AbortSignal): AsyncIterable<ExecutionEvent> {
    return followExecution(this.#p, execution_id, after_seq, signal)
  }

  /** The finished and waiting nodes of an execution; large outputs are named, not in place. */
  rows(execution_id: string): Promise<NodeRow[]> {
    return readRows(this.#p.pool, execution_id)
  }

  /** Stored rows as people read them: an output that was too large for its row is put in its place. */
  withOutputs<T extends WithOutput>(rows: readonly T[]): Promise<T[]> {
    return withOutputs(rows, this.#p.outputs, 'null')
  }

  /** One of these outputs, to be sent as it is kept; null when it is gone. */
  openOutput(key: string): Promise<(() => Readable) | null> {
    return openOutput(key, this.#p.outputs)
  }

  /** Begins nothing more and lets what is under way finish, at most `timeout_ms`; the rest is handed over through the queue. */
  async drain(timeout_ms = 10_000): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    const { sweeper, dispatcher, runner, pool, executorId } = this.#p
    await Promise.all([
      // A statement that Postgres does not answer holds up no stop.
      sweeper && withinTime(sweeper.stop(), timeout_ms),
      dispatcher.takeNoMore(timeout_ms).catch(() => {}),
      runner.drained(timeout_ms),
    ])
    const handOver = async () => {
      for (const id of runner.ids()) {
        await runner.release(id)
        await transaction(pool, (client) => enqueueAgain(client, dispatcher, id, executorId))
      }
    }
    // While the database is unavailable the rows stay as they are: the next process of this name, or a sweeper,
    // continues them.
    await withinTime(
      handOver().catch(() => {}),
      HAND_OVER_MS,
    )
  }

  /** After `drain`: closes every connection. */
  async stop(): Promise<void> {
    if (this.#stopped) return
    this.#stopped = true
    await this.drain()
    const { journal, bus, liveness } = this.#p
    await journal.close()
    await bus.close().catch(() => {})
    await liveness?.release()
  }

  #runsNow(request: StartRequest): boolean {
    const { works, holdsStarts, runner } = this.#p
    return request.mode === 'now' && works && !this.#draining && !holdsStarts() && runner.hasRoomFor(request.owner)
  }

  async #program(request: StartRequest): Promise<Program> {
    const { versions } = this.#p
    const known = versions.peek(request.workflow_version_id)
    if (known) return known
    if (request.document && request.workflow_id) {
      const workflow = { id: request.workflow_id, author: request.author ?? null }
      return versions.put(request.workflow_version_id, workflow, request.document)
    }
    const program = await versions.get(request.workflow_version_id)
    if (!program) throw new EngineRefusal('not_found', 'There is no such workflow version.')
    return program
  }

  async #later(request: StartRequest, program: Program): Promise<Started> {
    const { pool, dispatcher } = this.#p
    const execution_id = await transaction(pool, (client) =>
      enqueueNew(client, dispatcher, request, program.workflow_id),
    )
    return { execution_id, status: 'queued' }
  }

  async #accepted(recorder: Recorder, outcome: Promise<Outcome>): Promise<Started['status']> {
    const stored = recorder.flush().then(() => null)
    // A run that left this process before it was stored is not accepted before it is.
    const ended = await Promise.race([stored, outcome.then((left) => (isEnd(left) ? left : stored))])
    return ended?.status ?? 'running'
  }
}

const isEnd = (outcome: Outcome): outcome is Outcome & { status: Started['status'] } =>
  outcome.status === 'succeeded' || outcome.status === 'failed'
