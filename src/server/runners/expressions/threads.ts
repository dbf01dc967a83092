/**
 * Evaluates expressions in worker threads, off the server's own thread. Owners take turns, and the expressions of one owner are
 * evaluated one at a time, so nobody can occupy more than one thread. A thread that exceeds the time limit is terminated.
 */
import { Worker } from 'node:worker_threads'
import type { ItemsJob, SettingsJob, SharedEvaluator } from '#graph/evaluator.ts'
import { EXPRESSION_LIMITS, ExpressionError } from '#graph/expression-error.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunnerLog } from '#server/runners/log.ts'
import { countAtWork, type Owned, OwnerLine } from '#server/runners/owner-line.ts'
import { type FromThread, type Job, type Reply, type ToThread, unwireError } from './wire.ts'

export interface ExpressionThreadsOptions {
  size: number
  heapMb: number
  /** Jobs of one owner that may wait. */
  maxQueue: number
  /** Processor time (ms) of one job after which its thread is terminated. Expressions check their own limits long before. */
  killCpuMs: number
  /** An unused thread ends after this time. */
  idleMs: number
  log: RunnerLog
}

interface Evaluated {
  reply: Exclude<Reply, { kind: 'crashed' }>
  cpu_ms: number
}

interface Task extends Owned {
  readonly id: number
  readonly asked: Job
  resolve(evaluated: Evaluated): void
  reject(cause: unknown): void
}

interface Thread {
  readonly worker: Worker
  job: Task | null
  /** Checks the time limit while there is a task; ends the thread when it was idle for long. */
  timer: NodeJS.Timeout | null
}

/** Elapsed time (ms) of one job after which its thread is terminated, for a thread that does not even get the processor. */
const KILL_ELAPSED_MS = 60_000
const CHECK_MS = 100

const program = new URL('./thread.ts', import.meta.url)

export class ExpressionThreads implements SharedEvaluator {
  readonly #options: ExpressionThreadsOptions
  readonly #threads = new Set<Thread>()
  readonly #line = new OwnerLine<Task>()
  #tasks = 0
  #stopped = false

  constructor(options: ExpressionThreadsOptions) {
    this.#options = options
  }

  /** The number of live threads. */
  get size(): number {
    return this.#threads.size
  }

  /** @throws NodeError `runner_busy`, `runner_lost`; ExpressionError `expression_too_large` */
  async settings(owner: string, job: SettingsJob) {
    const { reply, cpu_ms } = await this.#evaluate(owner, { kind: 'settings', job })
    if (reply.kind === 'settings') return { cpu_ms, settings: reply.settings, failed: null }
    if (reply.failed) return { cpu_ms, settings: null, failed: unwireError(reply.failed) }
    throw new Error('A thread answered with items')
  }

  /** @throws NodeError `runner_busy`, `runner_lost`; ExpressionError `expression_too_large` */
  async items(owner: string, job: ItemsJob) {
    const { reply, cpu_ms } = await this.#evaluate(owner, { kind: 'items', job })
    const values = reply.kind === 'items' ? reply.values : []
    return { cpu_ms, values, failed: reply.failed && unwireError(reply.failed) }
  }

  #evaluate(owner: string, job: Job): Promise<Evaluated> {
    if (this.#stopped) return Promise.reject(lost())
    if (this.#line.sizeOf(owner) >= this.#options.maxQueue) {
      const message = 'Too many of your expressions are waiting to be evaluated. Try again shortly.'
      return Promise.reject(new NodeError('runner_busy', message, { retryable: true }))
    }
    return new Promise((resolve, reject) => {
      this.#line.add({ id: ++this.#tasks, owner, asked: job, resolve, reject })
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

  #start(): Thread | null {
    if (this.#threads.size >= this.#options.size) return null
    const worker = new Worker(program, {
      name: 'expressions',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    })
    const thread: Thread = { worker, job: null, timer: null }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (message: FromThread) => this.#heard(thread, message))
    worker.on('error', (error) => this.#broke(thread, error))
    worker.on('exit', () => void this.#end(thread, lost()))
    return thread
  }

  #assign(thread: Thread, task: Task): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.job = task
    thread.worker.ref()
    try {
      thread.worker.postMessage({ ...task.asked, id: task.id } satisfies ToThread)
      this.#watch(thread, task)
    } catch (cause) {
      this.#free(thread)
      task.reject(cause)
    }
  }

  #watch(thread: Thread, task: Task): void {
    const began = performance.now()
    const start = thread.worker.cpuUsage()
    // Rejected only when the thread has ended.
    start.catch(() => {})
    const check = async () => {
      const [from, now] = [await start, await thread.worker.cpuUsage()]
      if (thread.job !== task) return
      const cpu_ms = (now.user + now.system - from.user - from.system) / 1000
      if (cpu_ms <= this.#options.killCpuMs && performance.now() - began <= KILL_ELAPSED_MS) {
        thread.timer = setTimeout(() => void check().catch(() => {}), CHECK_MS)
        return
      }
      const message = `The expressions took longer than ${EXPRESSION_LIMITS.settings_ms / 1000} s`
      task.resolve({ cpu_ms, reply: { kind: 'failed', failed: { ...NOWHERE, code: 'expression_timeout', message } } })
      void this.#end(thread, lost())
    }
    thread.timer = setTimeout(() => void check().catch(() => {}), CHECK_MS)
  }

  #free(thread: Thread): void {
    thread.job = null
    if (thread.timer !== null) clearTimeout(thread.timer)
    thread.timer = setTimeout(() => void this.#end(thread, lost()), this.#options.idleMs)
    thread.timer.unref()
    thread.worker.unref()
  }

  #heard(thread: Thread, { id, cpu_ms, reply }: FromThread): void {
    const { job: task } = thread
    if (task?.id !== id) return
    this.#free(thread)
    if (reply.kind === 'crashed') task.reject(new Error(`An expression could not be evaluated: ${reply.error}`))
    else task.resolve({ reply, cpu_ms })
    this.#dispatch()
  }

  #broke(thread: Thread, error: unknown): void {
    const memory = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    this.#options.log.warn({ error: String(error) }, 'a thread that evaluates expressions ended')
    const message = 'The expression used too much memory'
    void this.#end(thread, memory ? new ExpressionError('expression_too_large', message, NOWHERE) : lost())
  }

  async #end(thread: Thread, cause: unknown): Promise<void> {
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

const NOWHERE = { expression: '', position: null, field: null }
const lost = (): NodeError => new NodeError('runner_lost', 'The work was interrupted. Try again.', { retryable: true })
