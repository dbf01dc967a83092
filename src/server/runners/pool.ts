/**
 * A few processes of one kind and a queue in front of them, in which owners take turns.
 *
 * A process is `starting` → `idle` ⇄ `busy` → gone. It takes one job at a time. It is killed when its job passes the deadline, its processor
 * time or its memory passes the cap, its answer is too large, or the job is cancelled; a killed process is not replaced until a job needs
 * one. An idle process ends after a while. The deadline runs from the moment a ready process is there for the job, so it covers the reading of
 * the job's content: waiting for a process and starting one do not count.
 */
import { NodeError } from '#nodes/node.ts'
import { CpuMeter } from './cpu-meter.ts'
import { contentOf, type Job } from './job.ts'
import { countAtWork, hasPlace, OwnerLine, placesFor } from './owner-line.ts'
import type { PoolOptions } from './pool-options.ts'
import { type Death, RunnerProcess } from './process.ts'
import { busy, late, lost, whyEnded } from './why-ended.ts'
import type { Frame } from './wire.ts'

interface Pending extends Job {
  readonly owner: string
  /** Its step waits, until this is called. */
  endWait: (() => void) | undefined
  resolve(frame: Frame): void
  reject(cause: unknown): void
  onAbort: () => void
}

interface Slot {
  state: 'starting' | 'idle' | 'busy'
  process: RunnerProcess | null
  job: Pending | null
  timer: NodeJS.Timeout | null
  /** When its job was sent to it; 0 before. */
  began: number
  /** Counts the processor time of its job. */
  cpu: CpuMeter | null
  /** For whom it is warm, the latest last. */
  warm: string[]
}

/** How much of a pool is in use now. */
export interface PoolUse {
  processes: number
  busy: number
  /** The most processes it starts. */
  size: number
  /** Jobs that wait for a process. */
  waiting: number
}

const START_MS = 20_000
const MOST_WARM = 4
const USE_POLL_MS = 40

export class Pool {
  readonly #options: PoolOptions
  readonly #slots = new Set<Slot>()
  readonly #line = new OwnerLine<Pending>()
  #watch: NodeJS.Timeout | null = null
  #stopped = false
  #isDispatching = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** @throws NodeError `runner_lost`, `runner_busy`, the codes of `errors`, or what the process answered; the abort reason when cancelled. */
  run(job: Job): Promise<Frame> {
    const { owner, signal, step } = job.for
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#stopped) return Promise.reject(lost('The runner is stopped'))
    if (this.#line.sizeOf(owner) >= this.#options.maxQueue) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#cancel(pending)
      const pending: Pending = { ...job, owner, resolve, reject, onAbort, endWait: step?.waits() }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#line.add(pending)
      this.#dispatch()
    })
  }

  use(): PoolUse {
    const slots = [...this.#slots]
    const busy = slots.filter(({ job }) => job !== null).length
    return { processes: slots.length, busy, size: this.#options.size, waiting: this.#line.size }
  }

  /** Process ids, for the system's tests and diagnosis. */
  pids(): number[] {
    return [...this.#slots].flatMap((slot) => slot.process?.pid ?? [])
  }

  stop(): void {
    this.#stopped = true
    for (const pending of this.#line.empty()) this.#settle(pending, () => pending.reject(lost('The runner is stopped')))
    for (const slot of this.#slots) slot.process?.kill('stop')
    if (this.#watch !== null) clearInterval(this.#watch)
  }

  #settle(pending: Pending, act: () => void): void {
    pending.for.signal.removeEventListener('abort', pending.onAbort)
    pending.endWait?.()
    act()
  }

  #cancel(pending: Pending): void {
    const { signal } = pending.for
    const slot = [...this.#slots].find(({ job }) => job === pending)
    if (slot && slot.began > 0) {
      slot.process?.kill('abort')
      return
    }
    this.#line.remove(pending)
    this.#settle(pending, () => pending.reject(signal.reason))
    // Its content was still being read: the process has been told nothing.
    if (slot) {
      this.#free(slot)
      this.#dispatch()
    }
  }

  /** Not from inside itself: a job that fails as soon as it is given out leaves the next one to the loop. */
  #dispatch(): void {
    if (this.#isDispatching) return
    this.#isDispatching = true
    try {
      this.#giveOut()
    } finally {
      this.#isDispatching = false
    }
  }

  #giveOut(): void {
    for (;;) {
      const atWork = countAtWork(this.#slots)
      const next = this.#line.next(atWork)
      if (next === undefined) return
      const slot = hasPlace(next.owner, atWork, this.#options.size) ? this.#idleFor(next) : undefined
      if (slot === undefined) {
        const starting = [...this.#slots].filter(({ state }) => state === 'starting').length
        const most = placesFor(next.owner, atWork, this.#options.size)
        if (this.#line.size > starting && this.#slots.size < most) void this.#start()
        return
      }
      this.#line.take(next)
      void this.#assign(slot, next)
    }
  }

  #idleFor({ owner }: Pending): Slot | undefined {
    let any: Slot | undefined
    for (const slot of this.#slots) {
      if (slot.state !== 'idle' || slot.process?.isKilled) continue
      if (slot.warm.includes(owner)) return slot
      any ??= slot
    }
    return any
  }

  async #start(): Promise<void> {
    const slot: Slot = { state: 'starting', process: null, job: null, timer: null, began: 0, cpu: null, warm: [] }
    this.#slots.add(slot)
    try {
      const sandbox = await this.#options.sandbox()
      slot.process = await RunnerProcess.start({
        entry: this.#options.entry,
        heapMb: this.#options.heapMb,
        flags: this.#options.flags ?? [],
        maxReplyBytes: this.#options.maxReplyBytes,
        sandbox,
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
    const next = this.#line.takeNext(countAtWork(this.#slots))
    if (next !== undefined) this.#settle(next, () => next.reject(lost('The runner process could not start')))
    this.#dispatch()
  }

  async #assign(slot: Slot, job: Pending): Promise<void> {
    if (slot.timer !== null) clearTimeout(slot.timer)
    slot.timer = setTimeout(() => this.#expire(slot, job), job.deadlineMs)
    slot.state = 'busy'
    slot.job = job
    slot.began = 0
    job.endWait?.()
    job.endWait = undefined
    if (slot.warm.at(-1) !== job.owner)
      slot.warm = [...slot.warm.filter((name) => name !== job.owner), job.owner].slice(-MOST_WARM)
    try {
      const content = contentOf(job)
      const blob = content instanceof Promise ? await content : content
      // Cancelled, or its process ended, while the content was read.
      if (this.#has(slot, job)) this.#begin(slot, job, blob)
    } catch (cause) {
      if (this.#has(slot, job)) this.#giveUp(slot, job, cause)
    }
  }

  #expire(slot: Slot, job: Pending): void {
    if (slot.began > 0) slot.process?.kill('timeout')
    else this.#giveUp(slot, job, late(job, this.#options.errors))
  }

  /** Ends a job whose content could not be read: its process has been told nothing. */
  #giveUp(slot: Slot, job: Pending, cause: unknown): void {
    this.#free(slot)
    this.#settle(job, () => job.reject(cause))
    this.#dispatch()
  }

  #has(slot: Slot, job: Pending): boolean {
    return slot.job === job && !slot.process?.isKilled && this.#slots.has(slot)
  }

  #begin(slot: Slot, job: Pending, blob: Uint8Array | undefined): void {
    slot.began = performance.now()
    slot.cpu = job.cpu ? new CpuMeter(job.cpu, slot.process?.cpuMs() ?? 0) : null
    this.#watch ??= setInterval(() => this.#watchUse(), USE_POLL_MS)
    slot.process?.send(job.header, blob)
  }

  #free(slot: Slot): void {
    if (slot.timer !== null) clearTimeout(slot.timer)
    slot.state = 'idle'
    slot.job = null
    slot.cpu = null
    slot.timer = setTimeout(() => slot.process?.kill('idle'), this.#options.idleMs)
    slot.timer.unref()
  }

  #answered(slot: Slot, frame: Frame): void {
    const job = slot.job
    const first = slot.state === 'starting'
    const { part } = frame.header as { part?: unknown }
    if (typeof part === 'string' || part === null) {
      if (!slot.cpu?.turn(part, slot.process?.cpuMs() ?? 0)) slot.process?.kill('protocol')
      return
    }
    if (first === (job !== null)) {
      slot.process?.kill('protocol')
      return
    }
    this.#free(slot)
    if (job !== null) this.#deliver(slot, job, frame)
    this.#dispatch()
  }

  #deliver(slot: Slot, job: Pending, frame: Frame): void {
    const header = frame.header as { error?: { code: string; message: string }; retire?: boolean; cpu_ms: number }
    const { maxKeptMb } = this.#options
    const keepsTooMuch = maxKeptMb !== undefined && (slot.process?.residentMb() ?? 0) > maxKeptMb
    if (header.retire === true || keepsTooMuch) slot.process?.kill('retire')
    const { error } = header
    if (this.#options.isCharged) job.for.step?.chargeCode(header.cpu_ms)
    this.#settle(job, () =>
      error === undefined ? job.resolve(frame) : job.reject(new NodeError(error.code, error.message)),
    )
  }

  #gone(slot: Slot, reason: Death): void {
    if (slot.timer !== null) clearTimeout(slot.timer)
    this.#slots.delete(slot)
    const { job } = slot
    if (job !== null) {
      const cause = whyEnded(job, reason, this.#options.errors, slot.cpu?.excess ?? null)
      // How much of the time it had the processor is not known any more.
      if (this.#options.isCharged && slot.began > 0) job.for.step?.chargeCode(performance.now() - slot.began)
      this.#options.log.warn({ kind: this.#options.kind, ...reason }, 'runner process ended during a job')
      this.#settle(job, () => job.reject(cause))
    }
    if (slot.state === 'starting' && reason.killed !== 'stop') {
      this.#options.log.warn({ kind: this.#options.kind, ...reason }, 'runner process ended before it was ready')
      this.#failWaiting()
    } else this.#dispatch()
  }

  #watchUse(): void {
    const busy = [...this.#slots].filter((slot) => slot.job !== null && slot.began > 0)
    if (busy.length === 0 && this.#watch !== null) {
      clearInterval(this.#watch)
      this.#watch = null
    }
    for (const { job, process, cpu } of busy) {
      if (job === null || process === null || process.isKilled) continue
      if (process.residentMb() > job.maxResidentMb) process.kill('memory')
      else if (cpu?.isOver(process.cpuMs())) process.kill('cpu')
    }
  }
}
