/** The executions under way in this process: begun here, or taken from the queue or from the dead. */
import { setImmediate } from 'node:timers/promises'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Owner } from '#nodes/ports.ts'
import { nameOfOwner } from '#nodes/work-for.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { runsEnded } from '#server/platform/metrics/meters.ts'
import { startRun } from '#server/platform/tracing/spans.ts'
import { Advance, type Outcome } from './advance.ts'
import { chosenIn } from './chosen-knowledge.ts'
import type { MakeContext } from './context.ts'
import type { Journal } from './journal.ts'
import type { ExecutionRow, NodeRow } from './journal-sql.ts'
import type { Processor } from './processor.ts'
import type { Program } from './program.ts'
import { Recorder, runError } from './recorder.ts'
import { ownerOf } from './request.ts'
import {
  type Claim,
  fenceWith,
  findLastSeq,
  type HeldClaim,
  isDue,
  MAX_DEATHS,
  readRows,
  type StoredExecution,
  takeExecution,
} from './store.ts'
import { withOutputs } from './stored-outputs.ts'
import type { Versions } from './versions.ts'
import { loadWaits, type RunWait, type Waits } from './waits.ts'
import type { Watch } from './watch.ts'

export interface RunnerOptions {
  pool: Pool
  journal: Journal
  versions: Versions
  makeContext: MakeContext
  processor: Processor
  waits: Waits
  outputs: Outputs | null
  watch: Watch
  executorId: string
  maxInFlight: number
  /** Of these, the most that begin at once for one owner; what is beyond goes through the queue. */
  maxPerOwner: number
  /** Whether runs that have not begun wait in the queue. */
  holdsStarts: () => boolean
  report: (error: unknown, execution_id: string, node_id: string) => void
  /** An execution with a parent ended: its parent's wait is resolved before the run counts as over here. */
  childEnded: (child: Family, outcome: Outcome) => Promise<void>
  /** An execution ended: what its steps started ends with it. */
  cancelChildren: (id: string) => Promise<void>
}

export type Family = Pick<ExecutionRow, 'id' | 'parent_id' | 'parent_node' | 'parent_iteration'>

interface InFlight {
  advance: Advance
  recorder: Recorder
  outcome: Promise<Outcome>
}

/** Its end moves money. */
/** Copied results that are written as JSON before other work gets its turn. Each has up to 256,000 characters. */
const ROWS_PER_TURN = 4

export interface Begun {
  outcome: Promise<Outcome>
  recorder: Recorder
}

const hasCharge = ({ charge_id }: Pick<ExecutionRow, 'charge_id'>): boolean =>
  charge_id !== undefined && charge_id !== null

export class Runner {
  readonly #o: RunnerOptions
  readonly #inFlight = new Map<string, InFlight>()
  /** Between the claim and the run. */
  readonly #taking = new Map<string, Promise<unknown>>()
  /** How many are under way by owner. */
  readonly #owners = new Map<string, number>()
  #idle: (() => void)[] = []

  constructor(options: RunnerOptions) {
    this.#o = options
  }

  get size(): number {
    return this.#inFlight.size + this.#taking.size
  }

  get hasRoom(): boolean {
    return this.size < this.#o.maxInFlight
  }

  /** Whether one more of this owner may begin at once, so that nobody takes the places of all others. */
  hasRoomFor(owner: Owner): boolean {
    return this.hasRoom && (this.#owners.get(nameOfOwner(owner)) ?? 0) < this.#o.maxPerOwner
  }

  ids(): string[] {
    return [...this.#inFlight.keys(), ...this.#taking.keys()]
  }

  outcomeOf(id: string): Promise<Outcome> | undefined {
    return this.#inFlight.get(id)?.outcome
  }

  #recorderOfNew(row: ExecutionRow, start_by?: number): Recorder {
    return this.#recorder({ id: row.id, epoch: row.epoch, seq: 0, start: row, start_by, alone: hasCharge(row) })
  }

  /** Begins a new execution here. @param start_by see `StartRequest` */
  begin(row: ExecutionRow, program: Program, start_by?: number): Begun {
    const recorder = this.#recorderOfNew(row, start_by)
    return { outcome: this.#run(row, program, recorder, [], []), recorder }
  }

  /**
   * Begins a new execution with the results of another. Yields to other work in between: the results may have tens of MB.
   * @throws NodeError `run_too_large`, `server_full`
   */
  async beginWith(row: ExecutionRow, program: Program, seed: readonly NodeRow[]): Promise<Begun> {
    const recorder = this.#recorderOfNew(row)
    try {
      for (const [index, { seq: _, ...copy }] of seed.entries()) {
        if (index % ROWS_PER_TURN === 0) await setImmediate()
        recorder.add(copy.stored ? { ...copy, output: undefined } : copy)
      }
    } catch (error) {
      recorder.release()
      throw error
    }
    return { outcome: this.#run(row, program, recorder, seed, []), recorder }
  }

  /**
   * Takes an execution and runs it until it leaves this process. Does nothing when it is not available.
   *
   * A wake-up may come while a run of the same execution is still here although the database has it as due: it was
   * parked and its process has not been told yet, or it was paused and resumed elsewhere. The run that is here then
   * leaves, and the execution is taken again.
   */
  async take(id: string, asked: Claim = 'due'): Promise<Outcome | null> {
    for (;;) {
      const claim = asked === 'due' && this.#o.holdsStarts() ? 'begun' : asked
      const run = this.#inFlight.get(id)
      const here = run?.outcome ?? this.#taking.get(id)
      const taken = here ? null : await this.#taken(id, claim)
      if (taken) return taken.outcome
      if ((claim !== 'due' && claim !== 'begun') || !(await isDue(this.#o.pool, id, claim))) return null
      run?.advance.stop('fenced')
      await here?.catch(() => {})
    }
  }

  async #taken(id: string, claim: HeldClaim): Promise<{ outcome: Promise<Outcome> } | null> {
    const claiming = this.#claim(id, claim)
    this.#taking.set(id, claiming)
    try {
      return await claiming
    } finally {
      this.#taking.delete(id)
      this.#checkIdle()
    }
  }

  async #claim(id: string, claim: HeldClaim): Promise<{ outcome: Promise<Outcome> } | null> {
    const { pool, versions, outputs } = this.#o
    const stored = await takeExecution(pool, id, this.#o.executorId, claim)
    if (!stored) return null
    this.#o.watch.changed(id)
    if (stored.deaths >= MAX_DEATHS) {
      const message = `A worker died ${MAX_DEATHS} times on this run; it is not retried automatically.`
      return { outcome: this.#refuse(stored, 'poison', message) }
    }
    const program = await versions.get(stored.workflow_version_id)
    if (!program) {
      const message = 'The workflow version of this run does not exist any more.'
      return { outcome: this.#refuse(stored, 'version_gone', message) }
    }
    const [rows, waits, seq] = await Promise.all([readRows(pool, id), loadWaits(pool, id), findLastSeq(pool, id)])
    const recorder = this.#recorder({ id, epoch: stored.epoch, seq, alone: hasCharge(stored) })
    return { outcome: this.#run(stored, program, recorder, await withOutputs(rows, outputs, 'dropped'), waits) }
  }

  #recorder(execution: ConstructorParameters<typeof Recorder>[1]): Recorder {
    const { journal, watch } = this.#o
    return new Recorder(journal, execution, () => watch.changed(execution.id))
  }

  async #refuse(stored: StoredExecution, code: string, message: string): Promise<Outcome> {
    const error = runError(code, message, null)
    await fenceWith(this.#o.pool, stored.id, { status: 'failed', error })
    this.#o.watch.changed(stored.id)
    runsEnded.inc({ outcome: 'failed' })
    const outcome: Outcome = { status: 'failed', output: null, error }
    await this.#tellFamily(stored, outcome, true)
    return outcome
  }

  /** Never rejects: the sweeper does what fails here. */
  async #tellFamily(execution: Family, outcome: Outcome, hasChildren: boolean): Promise<void> {
    const { childEnded, cancelChildren, report } = this.#o
    const failed = (error: unknown) => report(error, execution.id, '')
    if (hasChildren) await cancelChildren(execution.id).catch(failed)
    if (execution.parent_id) await childEnded(execution, outcome).catch(failed)
  }

  #run(
    execution: Family &
      Pick<ExecutionRow, 'input' | 'owner_id' | 'visitor_key' | 'agent_version_id' | 'test' | 'trigger'>,
    program: Program,
    recorder: Recorder,
    rows: readonly NodeRow[],
    waits: readonly RunWait[],
  ): Promise<Outcome> {
    const { id } = execution
    const { makeContext, processor, outputs, report, watch } = this.#o
    const owner = ownerOf(execution)
    const span = startRun(id, { 'chowk.workflow.version_id': program.version_id })
    const advance = new Advance({
      program,
      recorder,
      input: execution.input,
      owner,
      // What a step started never uses what is the runner's own, as that step could be made to by another author.
      agent_version: execution.parent_id === null ? execution.agent_version_id : null,
      trigger: execution.trigger,
      chosen: chosenIn(execution, program),
      rows,
      waits,
      test: execution.test ?? null,
      makeContext,
      processor: processor.forRun(owner),
      waiting: this.#o.waits,
      outputs,
      report,
      live: () => watch.sink(id),
      keepWritten: (...said) => watch.keepWritten(id, ...said),
      keepPlan: (...planned) => watch.keepPlan(id, ...planned),
      span,
    })
    const outcome = Promise.withResolvers<Outcome>()
    const run: InFlight = { advance, recorder, outcome: outcome.promise }
    this.#inFlight.set(id, run)
    this.#count(execution, 1)
    const started = span.inside(() => advance.start())
    void started.then((result) => {
      span.end(result.status)
      this.#ended(execution, run, result, outcome.resolve)
    })
    return outcome.promise
  }

  #count(execution: Pick<ExecutionRow, 'owner_id' | 'visitor_key'>, change: 1 | -1): void {
    const key = nameOfOwner(ownerOf(execution))
    const left = (this.#owners.get(key) ?? 0) + change
    if (left > 0) this.#owners.set(key, left)
    else this.#owners.delete(key)
  }

  #checkIdle(): void {
    if (this.size === 0) for (const wake of this.#idle.splice(0)) wake()
  }

  #ended(
    execution: Family & Pick<ExecutionRow, 'owner_id' | 'visitor_key'>,
    run: InFlight,
    result: Outcome,
    resolve: (outcome: Outcome) => void,
  ): void {
    this.#count(execution, -1)
    const leave = () => {
      run.recorder.release()
      // The same execution may be back here already, after a fence.
      if (this.#inFlight.get(execution.id) === run) this.#inFlight.delete(execution.id)
      this.#o.watch.changed(execution.id)
      this.#o.watch.forget(execution.id)
      resolve(result)
      this.#checkIdle()
    }
    const hasEnded = result.status !== 'fenced' && result.status !== 'released' && isFinal(result.status)
    if (hasEnded) runsEnded.inc({ outcome: result.status })
    const { callsRuns } = run.advance
    if (hasEnded && (execution.parent_id || callsRuns)) void this.#tellFamily(execution, result, callsRuns).then(leave)
    else leave()
  }

  stop(id: string, status: 'fenced' | 'released'): void {
    this.#inFlight.get(id)?.advance.stop(status)
  }

  /** Stops a run without an end; its results are committed, so that another executor can continue. */
  async release(id: string): Promise<void> {
    const run = this.#inFlight.get(id)
    await run?.recorder.flush().catch(() => {})
    run?.advance.stop('released')
  }

  wake(id: string): void {
    this.#inFlight.get(id)?.advance.wake()
  }

  /** Resolves when nothing is under way, or after `timeout_ms`. */
  async drained(timeout_ms: number): Promise<void> {
    if (this.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeout_ms)
      this.#idle.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
