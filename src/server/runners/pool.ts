/**
 * A few processes of one kind and a bounded queue in front of them.
 *
 * A process is `starting` → `idle` ⇄ `busy` → gone. It takes one job at a time. It is killed when its job passes the deadline,
 * its processor time or its memory passes the cap, its answer is too large, or the job is cancelled; a killed process is not replaced until a job
 * needs one. An idle process ends after a while. The deadline runs from the moment a ready process has the job: waiting in
 * the queue and starting a process do not count.
 */
import { NodeError } from '#nodes/node.ts'
import { RunnerProcess } from './process.ts'
import type { Walls } from './walls.ts'
import type { Frame } from './wire.ts'

export interface RunnerLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
}

export interface PoolOptions {
  kind: string
  /** Path of the process's program. */
  entry: string
  size: number
  heapMb: number
  /** Flags for V8 in the process. */
  flags?: readonly string[]
  maxReplyBytes: number
  maxQueue: number
  idleMs: number
  /** What a death means to the job's owner. */
  errors: { timeout: string; cpu: string; memory: string; tooLarge: string }
  walls: () => Promise<Walls>
  log: RunnerLog
}

export interface Job {
  header: unknown
  blob?: Uint8Array
  deadlineMs: number
  /** Processor time the process may spend on this; unlimited when absent. */
  cpuMs?: number
  /** Resident memory the whole process may have while it works on this. */
  maxResidentMb: number
  /** A process that had a job of the same name lately is taken if one is idle: it is warm for it. */
  affinity?: string
  signal: AbortSignal
}

interface Pending extends Job {
  resolve(frame: Frame): void
  reject(cause: unknown): void
  onAbort: () => void
}

interface Slot {
  state: 'starting' | 'idle' | 'busy'
  process: RunnerProcess | null
  job: Pending | null
  timer: NodeJS.Timeout | null
  /** Processor time of the process when it was given its job, in ms. */
  cpuBefore: number
  /** For whom it is warm, the latest last. */
  warm: string[]
}

const START_MS = 20_000
const MOST_WARM = 4
const USE_POLL_MS = 40
/** V8's last words when a heap or a single object outgrows what it can hold. */
const DIED_OF_MEMORY = /heap out of memory|allocation failed|isolate lost|invalid size error/i

export class Pool {
  readonly #options: PoolOptions
  readonly #slots = new Set<Slot>()
  readonly #queue: Pending[] = []
  #watch: NodeJS.Timeout | null = null
  #stopped = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** @throws NodeError `runner_lost`, `runner_busy`, the codes of `errors`, or what the process answered; the abort reason when cancelled. */
  run(job: Job): Promise<Frame> {
    if (job.signal.aborted) return Promise.reject(job.signal.reason)
    if (this.#stopped) return Promise.reject(lost('The runner is stopped'))
    if (this.#queue.length >= this.#options.maxQueue)
      return Promise.reject(
        new NodeError('runner_busy', 'Too much work is waiting. Try again shortly.', { retryable: true }),
      )
    return new Promise((resolve, reject) => {
      const pending: Pending = { ...job, resolve, reject, onAbort: () => this.#cancel(pending) }
      job.signal.addEventListener('abort', pending.onAbort, { once: true })
      this.#queue.push(pending)
      this.#dispatch()
    })
  }

  /** Process ids, for the system's tests and diagnosis. */
  pids(): number[] {
    return [...this.#slots].flatMap((slot) => slot.process?.pid ?? [])
  }

  stop(): void {
    this.#stopped = true
    for (const pending of this.#queue.splice(0))
      this.#settle(pending, () => pending.reject(lost('The runner is stopped')))
    for (const slot of this.#slots) slot.process?.kill('stop')
    if (this.#watch !== null) clearInterval(this.#watch)
  }

  #settle(pending: Pending, act: () => void): void {
    pending.signal.removeEventListener('abort', pending.onAbort)
    act()
  }

  #cancel(pending: Pending): void {
    const waiting = this.#queue.indexOf(pending)
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1)
      pending.reject(pending.signal.reason)
      return
    }
    for (const slot of this.#slots) if (slot.job === pending) slot.process?.kill('abort')
  }

  #dispatch(): void {
    for (let slot = this.#idleFor(this.#queue[0]); slot; slot = this.#idleFor(this.#queue[0])) {
      const next = this.#queue.shift()
      if (next === undefined) return
      this.#assign(slot, next)
    }
    const starting = [...this.#slots].filter((slot) => slot.state === 'starting').length
    if (this.#queue.length > starting && this.#slots.size < this.#options.size) void this.#start()
  }

  #idleFor(next: Pending | undefined): Slot | undefined {
    if (next === undefined) return undefined
    let any: Slot | undefined
    for (const slot of this.#slots) {
      if (slot.state !== 'idle') continue
      if (next.affinity === undefined || slot.warm.includes(next.affinity)) return slot
      any ??= slot
    }
    return any
  }

  async #start(): Promise<void> {
    const slot: Slot = { state: 'starting', process: null, job: null, timer: null, cpuBefore: 0, warm: [] }
    this.#slots.add(slot)
    try {
      const walls = await this.#options.walls()
      slot.process = await RunnerProcess.start({
        entry: this.#options.entry,
        heapMb: this.#options.heapMb,
        flags: this.#options.flags ?? [],
        maxReplyBytes: this.#options.maxReplyBytes,
        walls,
        onFrame: (frame) => this.#answered(slot, frame),
        onExit: (reason) => this.#gone(slot, reason),
      })
      if (this.#stopped) return slot.process.kill('stop')
      slot.timer = setTimeout(() => slot.process?.kill('start'), START_MS)
      this.#dispatch()
    } catch (cause) {
      this.#options.log.warn({ kind: this.#options.kind, error: String(cause) }, 'runner process could not start')
      this.#slots.delete(slot)
      this.#failWaiting()
    }
  }

  /** A process that cannot start would leave jobs waiting for ever: the first of them learns about it. */
  #failWaiting(): void {
    const next = this.#queue.shift()
    if (next !== undefined) this.#settle(next, () => next.reject(lost('The runner process could not start')))
    this.#dispatch()
  }

  #assign(slot: Slot, job: Pending): void {
    if (slot.timer !== null) clearTimeout(slot.timer)
    slot.state = 'busy'
    slot.job = job
    if (job.affinity !== undefined && slot.warm.at(-1) !== job.affinity) {
      slot.warm = [...slot.warm.filter((name) => name !== job.affinity), job.affinity].slice(-MOST_WARM)
    }
    slot.timer = setTimeout(() => slot.process?.kill('timeout'), job.deadlineMs)
    if (job.cpuMs !== undefined) slot.cpuBefore = slot.process?.cpuMs() ?? 0
    this.#watch ??= setInterval(() => this.#watchUse(), USE_POLL_MS)
    slot.process?.send(job.header, job.blob)
  }

  #answered(slot: Slot, frame: Frame): void {
    const job = slot.job
    const first = slot.state === 'starting'
    if (first === (job !== null)) {
      slot.process?.kill('protocol')
      return
    }
    if (slot.timer !== null) clearTimeout(slot.timer)
    slot.state = 'idle'
    slot.job = null
    slot.timer = setTimeout(() => slot.process?.kill('idle'), this.#options.idleMs)
    slot.timer.unref()
    if (job !== null) this.#deliver(slot, job, frame)
    this.#dispatch()
  }

  #deliver(slot: Slot, job: Pending, frame: Frame): void {
    const header = frame.header as { error?: { code: string; message: string }; retire?: boolean }
    if (header.retire === true) {
      slot.state = 'busy'
      slot.process?.kill('retire')
    }
    const { error } = header
    this.#settle(job, () =>
      error === undefined ? job.resolve(frame) : job.reject(new NodeError(error.code, error.message)),
    )
  }

  #gone(
    slot: Slot,
    reason: { killed: string | null; signal: string | null; code: number | null; stderr: string },
  ): void {
    if (slot.timer !== null) clearTimeout(slot.timer)
    this.#slots.delete(slot)
    const { job } = slot
    if (job !== null) {
      const cause = this.#why(job, reason)
      this.#options.log.warn({ kind: this.#options.kind, ...reason }, 'runner process ended during a job')
      this.#settle(job, () => job.reject(cause))
    }
    if (slot.state === 'starting' && reason.killed !== 'stop') {
      this.#options.log.warn({ kind: this.#options.kind, ...reason }, 'runner process ended before it was ready')
      this.#failWaiting()
    } else this.#dispatch()
  }

  #why(job: Pending, reason: { killed: string | null; stderr: string }): unknown {
    const { timeout, cpu, memory, tooLarge } = this.#options.errors
    if (reason.killed === 'abort') return job.signal.reason
    if (reason.killed === 'timeout') return new NodeError(timeout, `Not finished after ${job.deadlineMs} ms`)
    if (reason.killed === 'cpu' && job.cpuMs !== undefined)
      return new NodeError(cpu, `This took more than ${job.cpuMs / 1000} seconds of processor time and was stopped`)
    if (reason.killed === 'reply') return new NodeError(tooLarge, 'The result is too large')
    if (reason.killed === 'memory' || DIED_OF_MEMORY.test(reason.stderr))
      return new NodeError(memory, 'Too much memory was used')
    return lost('The runner process ended unexpectedly')
  }

  #watchUse(): void {
    const busy = [...this.#slots].filter((slot) => slot.job !== null)
    if (busy.length === 0 && this.#watch !== null) {
      clearInterval(this.#watch)
      this.#watch = null
    }
    for (const { job, process, cpuBefore } of busy) {
      if (job === null || process === null) continue
      if (process.residentMb() > job.maxResidentMb) process.kill('memory')
      else if (job.cpuMs !== undefined && process.cpuMs() - cpuBefore > job.cpuMs) process.kill('cpu')
    }
  }
}

const lost = (message: string): NodeError => new NodeError('runner_lost', message, { retryable: true })
