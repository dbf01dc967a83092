/** The processor time of runs: how much each used, where its expressions are evaluated, and when it has to let others go first. */

import type { JsonObject } from '#contract/core/primitives.ts'
import type { ProcessorLimits } from '#contract/runs/processor-limits.ts'
import type { Evaluator, ItemsJob, ItemsResult, SettingsJob, SharedEvaluator } from '#graph/expressions/evaluator.ts'
import { NodeError } from '#nodes/node.ts'
import type { Owner } from '#nodes/ports.ts'
import { nameOfOwner } from '#nodes/work-for.ts'
import { SLICE_MS, TimeSlices } from './time-slices.ts'

/** The processor time of all runs of one owner. */
class Account {
  readonly limits: ProcessorLimits
  #since = performance.now()
  #used_ms = 0

  constructor(limits: ProcessorLimits) {
    this.limits = limits
  }

  get isUnused(): boolean {
    return performance.now() - this.#since > this.limits.window_ms
  }

  get isUsedUp(): boolean {
    return this.#used_ms > this.limits.owner_ms && !this.isUnused
  }

  charge(ms: number): void {
    if (this.isUnused) {
      this.#since = performance.now()
      this.#used_ms = 0
    }
    this.#used_ms += ms
  }
}

/** Accounts whose window is over are dropped when there are more than this. */
const MOST_ACCOUNTS = 10_000

export class Processor {
  readonly #shared: SharedEvaluator
  readonly #limits: ProcessorLimits
  readonly #slices = new TimeSlices()
  readonly #accounts = new Map<string, Account>()

  constructor(shared: SharedEvaluator, limits: ProcessorLimits) {
    this.#shared = shared
    this.#limits = limits
  }

  /** The budget of one run, or of other work of the same size. */
  forRun(owner: Owner): RunProcessor {
    const key = nameOfOwner(owner)
    return new RunProcessor(this.#shared, this.#slices, key, this.#accountOf(key))
  }

  #accountOf(key: string): Account {
    const known = this.#accounts.get(key)
    if (known) return known
    if (this.#accounts.size >= MOST_ACCOUNTS) this.#dropOld()
    const account = new Account(this.#limits)
    this.#accounts.set(key, account)
    return account
  }

  #dropOld(): void {
    for (const [key, account] of this.#accounts) if (account.isUnused) this.#accounts.delete(key)
  }
}

export class RunProcessor implements Evaluator {
  readonly #shared: SharedEvaluator
  readonly #slices: TimeSlices
  readonly #owner: string
  readonly #account: Account
  #used_ms = 0
  #code_ms = 0
  #depth = 0

  constructor(shared: SharedEvaluator, slices: TimeSlices, owner: string, account: Account) {
    this.#shared = shared
    this.#slices = slices
    this.#owner = owner
    this.#account = account
  }

  /** @throws NodeError `cpu_limit` when the run or its owner has nothing left */
  check(): void {
    const { limits, isUsedUp } = this.#account
    if (this.#used_ms > limits.run_ms) throw runLimit(limits)
    if (this.#code_ms > limits.code_ms) throw codeLimit(limits)
    if (isUsedUp) throw ownerLimit(limits)
  }

  charge(ms: number): void {
    this.#used_ms += ms
    this.#account.charge(ms)
  }

  /** Counts the processor time of code that ran in a process of its own. */
  chargeCode(ms: number): void {
    this.#code_ms += ms
  }

  /** Charges what a piece of work takes in the server's thread; work inside of work counts once. */
  measure<T>(work: () => T): T {
    const began = performance.now()
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
      if (this.#depth === 0) this.charge(performance.now() - began)
    }
  }

  async settings(job: SettingsJob): Promise<JsonObject> {
    this.check()
    const { cpu_ms, settings, failed } = await this.#handOver(() => this.#shared.settings(this.#owner, job))
    this.charge(cpu_ms)
    if (failed) throw failed
    return settings
  }

  async items(job: ItemsJob): Promise<ItemsResult> {
    this.check()
    const { cpu_ms, ...result } = await this.#handOver(() => this.#shared.items(this.#owner, job))
    this.charge(cpu_ms)
    return result
  }

  /** Copying large values to a thread takes time in this one. */
  async #handOver<T>(start: () => Promise<T>): Promise<T> {
    if (this.#slices.isOver) await this.#slices.next(this.#owner)
    return this.measure(start)
  }

  /** Ends the current piece of work when the time slice is over: the rest follows when the promise resolves. */
  yield(): Promise<void> | null {
    return this.#slices.isOver ? this.#slices.next(this.#owner) : null
  }

  pause(): Promise<void> | null {
    const next = this.yield()
    if (!next) return null
    // Work that continues after a promise is outside of `measure`: it had one slice.
    if (this.#depth === 0) this.charge(SLICE_MS)
    this.check()
    return next
  }
}

const inSeconds = (ms: number) => `${ms / 1000} seconds`

const runLimit = ({ run_ms }: ProcessorLimits): NodeError =>
  new NodeError(
    'cpu_limit',
    `The run used up its ${inSeconds(run_ms)} of processor time. Process fewer items in one run, or simplify the expressions of this step and the steps before it.`,
  )

const codeLimit = ({ code_ms }: ProcessorLimits): NodeError =>
  new NodeError(
    'cpu_limit',
    `The code of this run used up its ${inSeconds(code_ms)} of processor time. Process fewer items in one run, or simplify the code.`,
  )

const ownerLimit = ({ owner_ms, window_ms }: ProcessorLimits): NodeError =>
  new NodeError(
    'cpu_limit',
    `Your runs used up ${inSeconds(owner_ms)} of processor time within ${inSeconds(window_ms)}. Try again in a minute, or simplify the expressions of this step.`,
    { retryable: true },
  )
