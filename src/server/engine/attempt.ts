/**
 * One attempt of one node that takes time: it can be aborted, and ends when its time is over even when the node ignores the signal. Time in
 * which it waits for its turn does not count.
 */
import type { Json } from '#contract/core/primitives.ts'
import type { PlanNode } from '#graph/plan.ts'
import { NodeError, type Resolution } from '#nodes/node.ts'
import type { RunContext } from './context.ts'
import type { StepValues } from './held-values.ts'
import type { PreparedNode } from './program.ts'
import type { ScopeRun } from './scope-run.ts'
import type { BeforeWait } from './waits.ts'

/** One attempt. */
export interface Try {
  readonly scope: ScopeRun
  readonly node: PlanNode
  readonly prepared: PreparedNode
  readonly attempt: number
  readonly resolution: Resolution | null
  readonly started_at: number
  readonly input: Json
  /** By the attempts before, and before it waited. */
  readonly before: BeforeWait
  /** Released when the attempt ends, however it ends. */
  readonly values: StepValues
  /** There once the node was called. */
  context: RunContext | undefined
  attempting: Attempting | undefined
}

export class Attempting {
  #controller: AbortController | undefined
  #reason: unknown
  #reject: ((reason: unknown) => void) | undefined
  #limit: TimeLimit | undefined
  /** How much of what it asked for waits for its turn. */
  #waiting = 0

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#reject?.(reason)
    this.#controller?.abort(reason)
  }

  /** The work's result, or a rejection at once when it is aborted or out of time. */
  async race<T>(work: Promise<T>, timeout_ms: number): Promise<T> {
    const seconds = timeout_ms / 1000
    const limit = new TimeLimit(timeout_ms, () => {
      this.abort(new NodeError('timeout', `The node took longer than ${seconds} s.`, { retryable: true }))
    })
    this.#limit = limit
    if (this.#waiting === 0) limit.run()
    // The loser of the race must not be reported as unhandled.
    work.catch(() => {})
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject
        if (this.#reason !== undefined) reject(this.#reason)
        work.then(resolve, reject)
      })
    } finally {
      limit.stop()
      this.#limit = undefined
    }
  }

  /** The node waits for its turn until the returned function is called. */
  waits(): () => void {
    if (this.#waiting++ === 0) this.#limit?.stop()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#waiting === 0) this.#limit?.run()
    }
  }
}

/** Calls `over` once it has run for `ms` altogether. */
class TimeLimit {
  readonly #over: () => void
  #left_ms: number
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, over: () => void) {
    this.#left_ms = ms
    this.#over = over
  }

  run(): void {
    if (this.#timer) return
    this.#since = performance.now()
    this.#timer = setTimeout(this.#over, this.#left_ms)
  }

  stop(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#left_ms -= performance.now() - this.#since
  }
}

/** Resolves after `ms`; rejects when aborted. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns null when it takes longer */
export async function withinTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
