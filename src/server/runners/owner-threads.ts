/**
 * Worker threads that do what owners ask for, off the server's own thread. Owners take turns, and the jobs of one owner are done one at a
 * time, so nobody can occupy more than one thread. A thread that exceeds the time limit or the memory limit is terminated.
 */

import { Worker } from 'node:worker_threads'
import { NodeError } from '#nodes/node.ts'
import type { Log } from '#server/platform/logger.ts'
import { countAtWork, type Owned, OwnerLine } from '#server/runners/owner-line.ts'

export interface OwnerThreadsOptions {
  size: number
  heapMb: number
  /** Jobs of one owner that may wait. */
  maxQueue: number
  /** Processor time (ms) of one job after which its thread is terminated. */
  killCpuMs: number
  /** An unused thread ends after this time. */
  idleMs: number
  log: Pick<Log, 'info' | 'warn'>
}

/** What the threads do. Their program is `serveOwners` of `serve-owners.ts`. */
export interface OwnerThreadsKind<Reply> {
  name: string
  program: URL
  /** Tells the owner of a full queue so. */
  busyText: string
  /** The reply for a job that exceeded the time limit. */
  tooLong: () => Reply
  tooMuchMemory: () => Error
}

export interface Done<Reply> {
  reply: Reply
  /** Processor time the job took. */
  cpu_ms: number
}

export interface ToThread<Asked> {
  id: number
  asked: Asked
}
export type FromThread<Reply> = 'ready' | ({ id: number; cpu_ms: number } & ({ reply: Reply } | { crashed: string }))

interface Task<Asked, Reply> extends Owned {
  readonly id: number
  readonly asked: Asked
  resolve(done: Done<Reply>): void
  reject(cause: unknown): void
}

interface Thread<Asked, Reply> {
  readonly worker: Worker
  /** It has loaded its program. */
  isReady: boolean
  job: Task<Asked, Reply> | null
  /** Checks the time limit while there is a task; ends the thread when it was idle for long. */
  timer: NodeJS.Timeout | null
}

/** Elapsed time (ms) of one job after which its thread is terminated, for a thread that does not even get the processor. */
const KILL_ELAPSED_MS = 60_000
const CHECK_MS = 100

export class OwnerThreads<Asked, Reply> {
  readonly #kind: OwnerThreadsKind<Reply>
  readonly #options: OwnerThreadsOptions
  readonly #threads = new Set<Thread<Asked, Reply>>()
  readonly #line = new OwnerLine<Task<Asked, Reply>>()
  #tasks = 0
  #stopped = false

  constructor(kind: OwnerThreadsKind<Reply>, options: OwnerThreadsOptions) {
    this.#kind = kind
    this.#options = options
  }

  /** The number of live threads. */
  get size(): number {
    return this.#threads.size
  }

  /** @throws NodeError `runner_busy`, `runner_lost`; the kind's error for too much memory */
  run(owner: string, asked: Asked): Promise<Done<Reply>> {
    if (this.#stopped) return Promise.reject(lost())
    if (this.#line.sizeOf(owner) >= this.#options.maxQueue)
      return Promise.reject(new NodeError('runner_busy', this.#kind.busyText, { retryable: true }))
    return new Promise((resolve, reject) => {
      this.#line.add({ id: ++this.#tasks, owner, asked, resolve, reject })
      this.#dispatch()
    })
  }

  /** Rejects whatever runs or waits with `runner_lost`. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const task of this.#line.empty()) task.reject(lost())
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, lost())))
  }

  #dispatch(): void {
    if (this.#stopped) return
    for (;;) {
      const atWork = countAtWork(this.#threads)
      const task = this.#line.next(atWork)
      // Owners with nothing at work come first: when this one has, all who wait have.
      if (!task || atWork.has(task.owner)) return
      const thread = [...this.#threads].find((one) => !one.job) ?? this.#start()
      if (!thread) return
      this.#line.take(task)
      this.#assign(thread, task)
    }
  }

  #start(): Thread<Asked, Reply> | null {
    if (this.#threads.size >= this.#options.size) return null
    const worker = new Worker(this.#kind.program, {
      name: this.#kind.name,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    const thread: Thread<Asked, Reply> = { worker, isReady: false, job: null, timer: null }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: FromThread<Reply>) => this.#heard(thread, message))
    worker.on('error', (error) => this.#broke(thread, error))
    worker.on('exit', () => void this.#end(thread, lost()))
    return thread
  }

  #assign(thread: Thread<Asked, Reply>, task: Task<Asked, Reply>): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.job = task
    thread.worker.ref()
    try {
      thread.worker.postMessage({ id: task.id, asked: task.asked } satisfies ToThread<Asked>)
      this.#watch(thread, task)
    } catch (cause) {
      this.#free(thread)
      task.reject(cause)
    }
  }

  #watch(thread: Thread<Asked, Reply>, task: Task<Asked, Reply>): void {
    const began = performance.now()
    let before: number | null = null
    let cpu_ms = 0
    let isAsking = false
    const ask = async () => {
      // Loading the program is not the job's.
      if (!thread.isReady || isAsking) return
      isAsking = true
      const { user, system } = await thread.worker.cpuUsage()
      isAsking = false
      const now = (user + system) / 1000
      before ??= now
      cpu_ms = now - before
    }
    const check = () => {
      if (thread.job !== task) return
      if (cpu_ms > this.#options.killCpuMs || performance.now() - began > KILL_ELAPSED_MS) {
        task.resolve({ cpu_ms, reply: this.#kind.tooLong() })
        void this.#end(thread, lost())
        return
      }
      // Rejected only when the thread has ended.
      ask().catch(() => {})
      thread.timer = setTimeout(check, CHECK_MS)
    }
    check()
  }

  #free(thread: Thread<Asked, Reply>): void {
    thread.job = null
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.timer = setTimeout(() => void this.#end(thread, lost()), this.#options.idleMs)
    thread.timer.unref()
    thread.worker.unref()
  }

  #heard(thread: Thread<Asked, Reply>, message: FromThread<Reply>): void {
    if (message === 'ready') {
      thread.isReady = true
      return
    }
    const { job: task } = thread
    if (task?.id !== message.id) return
    this.#free(thread)
    if ('crashed' in message) task.reject(new Error(`A thread of ${this.#kind.name} failed: ${message.crashed}`))
    else task.resolve({ reply: message.reply, cpu_ms: message.cpu_ms })
    this.#dispatch()
  }

  #broke(thread: Thread<Asked, Reply>, error: unknown): void {
    const memory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#options.log.warn({ error: String(error) }, `a thread of ${this.#kind.name} ended`)
    void this.#end(thread, memory ? this.#kind.tooMuchMemory() : lost())
  }

  async #end(thread: Thread<Asked, Reply>, cause: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.timer !== null) clearTimeout(thread.timer)
    const { job: task } = thread
    thread.job = null
    task?.reject(cause)
    const ended = thread.worker.terminate()
    this.#dispatch()
    await ended
  }
}

const lost = (): NodeError => new NodeError('runner_lost', 'The work was interrupted. Try again.', { retryable: true })
