/**
 * Dispatch of work that waits, over any number of workers on one Postgres. A job says that an execution may have something to do; what
 * is done and what is left is in the rows of the execution, so a job that comes twice, late or for nothing is harmless.
 */

import type { ClientBase } from 'pg'
import type { Priority } from '#contract/runs/execution-states.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { pause } from './attempt.ts'
import * as jobs from './jobs.ts'
import { isTransient } from './journal.ts'
import { afterCommit } from './store.ts'

export interface Job {
  execution_id: string
  /** Makes the job's id with the execution's: the same job is enqueued once. */
  reason: string
  delay_ms: number
  priority: Priority
  owner_id: string | null
  visitor_key: string | null
}

export interface Dispatcher {
  /** Enqueues within the caller's transaction, which `transaction` of the engine has begun. */
  enqueueIn(client: ClientBase, job: Job): Promise<void>
  /** Looks for work at once: another process has enqueued some. */
  look(): void
  /** Puts the jobs that a dead process had begun back into the queue. */
  resumeJobsOf(executor: string): Promise<void>
  /** Whether a job of the execution is enqueued, delayed or begun. */
  hasJob(execution_id: string): Promise<boolean>
  /** Takes no new jobs and waits for those begun, at most `timeout_ms`; the rest goes back into the queue. */
  takeNoMore(timeout_ms: number): Promise<void>
}

export interface DispatchOptions {
  pool: Pool
  executorId: string
  /** Executions that a process runs from the queue at a time; urgent ones have places of their own. */
  places: number
  /** The part of a process's places that runs of one owner may take. */
  share: number
  /** Null in a process that only enqueues. */
  advance: ((execution_id: string) => Promise<void>) | null
  /** Tells the other processes that there is work, which this one can’t or won’t take. */
  tellOthers: () => void
  report: (error: unknown) => void
}

/** Work that this process is told of begins at once; this is for delayed work and for what it was not told of. */
const LOOK_MS = 1_000
/** Ends of jobs within this time are one look for more, and one statement that removes them. */
const TOGETHER_MS = 5
/** In addition to the places of the other runs, so that urgent ones begin while all those are taken. */
const URGENT_SHARE = 1 / 5
/** Delays that end sooner are also watched by the process that enqueued. */
const NEAR_MS = 30_000

export async function createDispatcher(options: DispatchOptions): Promise<Dispatcher> {
  const { pool, executorId, advance, tellOthers } = options
  const worker = advance ? new Worker(options, advance) : null
  if (worker) {
    // What an earlier process of this name had begun.
    await jobs.giveBack(pool, executorId)
    worker.start()
  }
  const enqueued = (delay_ms: number): void => {
    if (delay_ms > NEAR_MS) return
    if (delay_ms > 0) setTimeout(() => worker?.lookAtTime(), delay_ms + 1).unref()
    else if (worker) worker.look(tellOthers)
    else tellOthers()
  }
  return {
    async enqueueIn(client, job) {
      await jobs.add(client, job)
      afterCommit(client, () => enqueued(job.delay_ms))
    },
    look: () => worker?.look(),
    resumeJobsOf: (executor) => jobs.giveBack(pool, executor),
    hasJob: (execution_id) => jobs.exists(pool, execution_id),
    takeNoMore: async (timeout_ms) => worker?.stop(timeout_ms),
  }
}

/** One of the two queues, as a process sees it. */
interface Places {
  urgent: boolean
  most: number
  mostPerLine: number
  taken: number
  /** Jobs under way by line. */
  lines: Map<string, number>
  /** The last look found something, so there may be more. */
  mayHaveMore: boolean
}

const places = (urgent: boolean, most: number, share: number): Places => ({
  urgent,
  most,
  mostPerLine: Math.max(1, Math.floor(most * share)),
  taken: 0,
  lines: new Map(),
  mayHaveMore: false,
})

/** Takes jobs while there are places for them. */
class Worker {
  readonly #o: DispatchOptions
  readonly #advance: (execution_id: string) => Promise<void>
  readonly #queues: readonly Places[]
  #done: jobs.JobKey[] = []
  /** Called after the next look, when that leaves something. */
  #left: (() => void) | null = null
  #looking: Promise<void> | null = null
  #again = false
  /** Delayed work may have become due. */
  #isTime = false
  #soon: NodeJS.Timeout | null = null
  #timer: NodeJS.Timeout | null = null
  #stopped = false
  #idle: (() => void) | null = null

  constructor(options: DispatchOptions, advance: (execution_id: string) => Promise<void>) {
    this.#o = options
    this.#advance = advance
    const { places: most, share } = options
    this.#queues = [places(true, Math.ceil(most * URGENT_SHARE), share), places(false, most, share)]
  }

  start(): void {
    const next = () => {
      this.#timer = setTimeout(
        () => {
          this.lookAtTime()
          if (!this.#stopped) next()
        },
        LOOK_MS * (0.9 + Math.random() * 0.2),
      ).unref()
    }
    next()
    this.lookAtTime()
  }

  /** As `look`, with delayed work whose time has come. */
  lookAtTime(): void {
    this.#isTime = true
    this.look()
  }

  /** @param left called when this process has no place for all there may be */
  look(left: (() => void) | null = null): void {
    if (this.#stopped) return
    this.#left ??= left
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#again = false
    this.#looking = this.#look()
      // While the database is away there is nothing to take; the next look sees.
      .catch((error) => {
        if (!isTransient(error)) this.#o.report(error)
      })
      .finally(() => {
        this.#looking = null
        if (this.#again) this.look()
      })
  }

  async #look(): Promise<void> {
    const { pool, executorId } = this.#o
    await this.#removeDone()
    if (this.#isTime) {
      this.#isTime = false
      await jobs.makeReady(pool)
    }
    for (const queue of this.#queues) {
      const room = queue.most - queue.taken
      if (room <= 0 || this.#stopped) continue
      const taken = await jobs.take(pool, executorId, { ...queue, room })
      queue.mayHaveMore = taken.length > 0
      for (const job of taken) this.#begin(queue, job)
    }
    const left = this.#left
    this.#left = null
    if (left && this.#queues.some(isFull)) left()
  }

  async #removeDone(): Promise<void> {
    const done = this.#done
    if (done.length === 0) return
    this.#done = []
    await jobs.remove(this.#o.pool, done).catch((error) => {
      this.#done.push(...done)
      throw error
    })
  }

  #begin(queue: Places, job: jobs.TakenJob): void {
    const { line } = job
    queue.taken++
    queue.lines.set(line, (queue.lines.get(line) ?? 0) + 1)
    void this.#persist(job.execution_id).then(() => {
      queue.taken--
      const left = (queue.lines.get(line) ?? 1) - 1
      if (left > 0) queue.lines.set(line, left)
      else queue.lines.delete(line)
      this.#done.push(job)
      this.#lookSoon()
      if (this.#queues.every(({ taken }) => taken === 0)) this.#idle?.()
    })
  }

  /** A job is over when its execution has left this process: while the database is away it is tried again, not given up. */
  async #persist(execution_id: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#advance(execution_id)
      } catch {
        // Never resolves: the job goes back into the queue with the others that are under way.
        if (this.#stopped) await new Promise(() => {})
        await pause(Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)))
      }
    }
  }

  #lookSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      if (this.#queues.some(({ mayHaveMore }) => mayHaveMore)) this.look()
    }, TOGETHER_MS).unref()
  }

  async stop(timeout_ms: number): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#soon) clearTimeout(this.#soon)
    await this.#looking
    if (this.#queues.some(({ taken }) => taken > 0))
      await new Promise<void>((resolve) => {
        this.#idle = resolve
        setTimeout(resolve, timeout_ms).unref()
      })
    await this.#removeDone()
    await jobs.giveBack(this.#o.pool, this.#o.executorId)
  }
}

const isFull = ({ taken, most, lines, mostPerLine }: Places): boolean =>
  taken >= most || [...lines.values()].some((count) => count >= mostPerLine)
