/**
 * Processes that run code of strangers. Each is for one program and one owner, so that what it keeps of one person never meets another, and
 * does one thing at a time. Idle ones end after a while; with nothing to do there is none.
 */
import { NodeError } from '#nodes/node.ts'
import { type PieceHosts, WAY_OUT } from '#nodes/piece-work.ts'
import type { Log } from '#server/platform/logger.ts'
import { CpuMeter } from '#server/runners/cpu-meter.ts'
import { countAtWork, OwnerLine, placesFor } from '#server/runners/owner-line.ts'
import { plainProgram } from '#server/runners/plain-program.ts'
import type { ProcessPolicy } from '#server/runners/policies.ts'
import type { PoolUse } from '#server/runners/pool.ts'
import { type Death, type GuestOptions, RunnerProcess } from '#server/runners/process.ts'
import type { Sandbox } from '#server/runners/sandbox.ts'
import { busy, lost } from '#server/runners/why-ended.ts'

export interface WayOutOf {
  allowed(): PieceHosts
  onRefused(why: string): void
  onConnect(host: string): void
}

export interface GuestsOptions {
  sandbox: () => Promise<Sandbox>
  log: Pick<Log, 'info' | 'warn'>
  openWayOut(path: string, uid: number | null, of: WayOutOf): Promise<{ close(): void }>
  /** A file with further certificate authorities, PEM. */
  extraCa?: string | null
  size?: number
}

/** What a process is given to do. */
export interface GuestJob {
  /** Of the tree of files. */
  hash: string
  /** Jobs of one key and owner share a process. */
  key: string
  owner: string
  hosts: PieceHosts
  signal: AbortSignal
  deadline_ms: number
}

interface Pending<Job extends GuestJob, Answer> {
  job: Job
  owner: string
  resolve(answer: Answer): void
  reject(cause: unknown): void
  onAbort(): void
}

export interface Guest<Job extends GuestJob, Answer> {
  hash: string
  key: string
  owner: string
  process: RunnerProcess | null
  way: { close(): void } | null
  job: Pending<Job, Answer> | null
  ready: boolean
  timer: NodeJS.Timeout | null
  cpu: CpuMeter | null
  connected: string[]
  refused: string[]
}

/** What sets one kind of guests apart. */
export interface GuestKind<Job extends GuestJob, Answer> {
  /** As the log calls it. */
  name: string
  policy: ProcessPolicy
  /** Processor time for one job, and for what is left of it afterwards. */
  cpuMs: number
  /** What a person reads where this machine has no sandbox. */
  unsafe: string
  stopped: string
  /** Path of our own program, in TypeScript. */
  program: string
  start(job: Job): { reads: readonly string[]; program?: GuestOptions['program'] }
  /** A ready process gets its job. */
  begin(guest: Guest<Job, Answer>, job: Job): void
  /** What the process says in frames, once it is ready. */
  heard(guest: Guest<Job, Answer>, message: unknown): void
  output?(guest: Guest<Job, Answer>, chunk: Buffer, from: 'stdout' | 'stderr'): void
  gone?(guest: Guest<Job, Answer>): void
  whyGone(job: Job, death: Death, excess: string | null, guest: Guest<Job, Answer>): unknown
}

const START_MS = 20_000
const BUSY_POLL_MS = 40
const IDLE_POLL_MS = 1000
const MOST_NOTES = 20

export const DIED_OF_MEMORY = /heap out of memory|allocation failed|invalid size error/i

export class GuestProcesses<Job extends GuestJob, Answer> {
  readonly #options: GuestsOptions
  readonly #kind: GuestKind<Job, Answer>
  readonly #guests = new Set<Guest<Job, Answer>>()
  readonly #size: number
  readonly #line = new OwnerLine<Pending<Job, Answer>>()
  #watch: { timer: NodeJS.Timeout; every: number } | null = null
  #isStopped = false

  constructor(kind: GuestKind<Job, Answer>, options: GuestsOptions) {
    this.#kind = kind
    this.#options = options
    this.#size = options.size ?? kind.policy.size
  }

  /** @throws what the kind says of a process that ended; NodeError `runner_lost`, `runner_busy`, `plugins_unsafe`; the abort reason */
  run(job: Job): Promise<Answer> {
    if (job.signal.aborted) return Promise.reject(job.signal.reason)
    if (this.#isStopped) return Promise.reject(lost(this.#kind.stopped))
    if (this.#line.sizeOf(job.owner) >= this.#kind.policy.maxQueue) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const pending: Pending<Job, Answer> = {
        ...{ job, owner: job.owner, resolve, reject },
        onAbort: () => this.#cancel(pending),
      }
      job.signal.addEventListener('abort', pending.onAbort, { once: true })
      this.#line.add(pending)
      this.#dispatch()
    })
  }

  use(): PoolUse {
    const atWork = [...this.#guests].filter(({ job }) => job !== null).length
    return { processes: this.#guests.size, busy: atWork, size: this.#size, waiting: this.#line.size }
  }

  pids(): number[] {
    return [...this.#guests].flatMap(({ process }) => process?.pid ?? [])
  }

  /** Ends processes of a tree that is not used any more. */
  retire(hash: string): void {
    for (const guest of this.#guests) if (guest.hash === hash && guest.job === null) guest.process?.kill('retire')
  }

  stop(): void {
    this.#isStopped = true
    for (const pending of this.#line.empty()) this.#settle(pending, () => pending.reject(lost(this.#kind.stopped)))
    for (const guest of this.#guests) guest.process?.kill('stop')
    this.#watchEvery(null)
  }

  /** Its job is done: the process waits for the next one, unless it is not to be used again. */
  ended(
    guest: Guest<Job, Answer>,
    isLast: boolean,
    act: (job: Pick<Pending<Job, Answer>, 'resolve' | 'reject'>) => void,
  ) {
    const { job } = guest
    if (!job) return
    if (guest.timer) clearTimeout(guest.timer)
    guest.job = null
    this.#settle(job, () => act(job))
    guest.timer = setTimeout(() => guest.process?.kill('idle'), this.#kind.policy.idleMs)
    guest.timer.unref()
    if (isLast) guest.process?.kill('retire')
    this.#dispatch()
  }

  #settle(pending: Pending<Job, Answer>, act: () => void): void {
    pending.job.signal.removeEventListener('abort', pending.onAbort)
    act()
  }

  #cancel(pending: Pending<Job, Answer>): void {
    const guest = [...this.#guests].find(({ job }) => job === pending)
    if (guest?.process) {
      guest.process.kill('abort')
      return
    }
    // Its process is being started, and ends once it sees that there is nothing to do.
    if (guest) guest.job = null
    this.#line.remove(pending)
    this.#settle(pending, () => pending.reject(pending.job.signal.reason))
  }

  #dispatch(): void {
    for (;;) {
      const atWork = countAtWork(this.#guests)
      const next = this.#line.next(atWork)
      if (!next) return
      const warm = [...this.#guests].find(
        ({ key, owner, job, ready, process }) =>
          ready && job === null && key === next.job.key && owner === next.owner && !process?.isKilled,
      )
      if (warm) {
        this.#take(warm, next)
        this.#begin(warm, next.job)
        continue
      }
      if (this.#guests.size >= placesFor(next.owner, atWork, this.#size)) {
        const idle = [...this.#guests].find(({ job, ready, process }) => ready && job === null && !process?.isKilled)
        // Its place is free once it is gone.
        idle?.process?.kill('retire')
        return
      }
      void this.#start(next)
    }
  }

  async #start(first: Pending<Job, Answer>): Promise<void> {
    const { hash, key, owner } = first.job
    const guest: Guest<Job, Answer> = {
      ...{ hash, key, owner, process: null, way: null, job: null, ready: false },
      ...{ timer: null, cpu: null, connected: [], refused: [] },
    }
    this.#guests.add(guest)
    this.#take(guest, first)
    try {
      const sandbox = await this.#options.sandbox()
      if (sandbox.network !== 'none') throw new NodeError('plugins_unsafe', this.#kind.unsafe)
      const started = await this.#spawn(guest, first.job, sandbox)
      guest.process = started
      guest.timer = setTimeout(() => started.kill('start'), START_MS)
      if (this.#isStopped || guest.job === null) started.kill('stop')
    } catch (cause) {
      this.#guests.delete(guest)
      guest.way?.close()
      const { name } = this.#kind
      if (!(cause instanceof NodeError))
        this.#options.log.warn({ error: String(cause), kind: name }, 'the process of a guest could not start')
      const { job } = guest
      guest.job = null
      if (job) this.#settle(job, () => job.reject(cause instanceof NodeError ? cause : lost(this.#kind.stopped)))
      this.#dispatch()
    }
  }

  async #spawn(guest: Guest<Job, Answer>, job: Job, sandbox: Sandbox): Promise<RunnerProcess> {
    const { openWayOut, extraCa } = this.#options
    const { policy } = this.#kind
    const { entry, folder: own } = await plainProgram(this.#kind.program)
    const { reads, program } = this.#kind.start(job)
    return RunnerProcess.start({
      ...{ entry, heapMb: policy.heapMb, flags: policy.flags ?? [], maxReplyBytes: policy.maxReplyBytes, sandbox },
      guest: {
        reads: [own, ...reads, ...(extraCa ? [extraCa] : [])],
        ...(program && { program }),
        prepare: async (folder, uid): Promise<Record<string, string>> => {
          guest.way = await openWayOut(`${folder}/${WAY_OUT}`, uid, {
            // Between two jobs there is nothing to connect to.
            allowed: () => guest.job?.job.hosts ?? { hosts: [], entered: [] },
            onRefused: (why) => {
              if (guest.refused.length < MOST_NOTES && !guest.refused.includes(why)) guest.refused.push(why)
            },
            onConnect: (host) => {
              if (guest.connected.length < MOST_NOTES) guest.connected.push(host)
            },
          })
          return extraCa ? { NODE_EXTRA_CA_CERTS: extraCa } : {}
        },
      },
      onFrame: ({ header }) => this.#heard(guest, header),
      onOutput: (chunk, from) => this.#kind.output?.(guest, chunk, from),
      onExit: (death) => this.#gone(guest, death),
    })
  }

  #take(guest: Guest<Job, Answer>, pending: Pending<Job, Answer>): void {
    this.#line.take(pending)
    guest.job = pending
    guest.connected = []
    guest.refused = []
  }

  #begin(guest: Guest<Job, Answer>, job: Job): void {
    if (guest.timer) clearTimeout(guest.timer)
    guest.timer = setTimeout(() => guest.process?.kill('timeout'), job.deadline_ms)
    guest.cpu = new CpuMeter({ cpuMs: this.#kind.cpuMs }, guest.process?.cpuMs() ?? 0)
    this.#watchEvery(BUSY_POLL_MS)
    this.#kind.begin(guest, job)
  }

  #heard(guest: Guest<Job, Answer>, message: unknown): void {
    if ((message as { kind?: unknown }).kind !== 'ready' || guest.ready) {
      if (guest.ready) this.#kind.heard(guest, message)
      return
    }
    guest.ready = true
    if (guest.job) this.#begin(guest, guest.job.job)
  }

  #gone(guest: Guest<Job, Answer>, death: Death): void {
    if (guest.timer) clearTimeout(guest.timer)
    guest.way?.close()
    this.#guests.delete(guest)
    this.#kind.gone?.(guest)
    const { job } = guest
    guest.job = null
    if (job) {
      // Its last words may hold secrets of its account.
      const { killed } = death
      this.#options.log.warn({ killed, kind: this.#kind.name }, 'the process of a guest ended during its work')
      this.#settle(job, () =>
        job.reject(
          job.job.signal.aborted
            ? job.job.signal.reason
            : this.#kind.whyGone(job.job, death, guest.cpu?.excess ?? null, guest),
        ),
      )
    }
    this.#dispatch()
  }

  #watchEvery(every: number | null): void {
    if (this.#watch?.every === every) return
    if (this.#watch !== null) clearInterval(this.#watch.timer)
    this.#watch = every === null ? null : { every, timer: setInterval(() => this.#watchUse(), every).unref() }
  }

  #watchUse(): void {
    const started = [...this.#guests].filter(({ ready }) => ready)
    const isBusy = started.some(({ job }) => job !== null)
    this.#watchEvery(started.length === 0 ? null : isBusy ? BUSY_POLL_MS : IDLE_POLL_MS)
    for (const { process, cpu } of started) {
      if (!process || process.isKilled) continue
      if (process.residentMb() > this.#kind.policy.maxResidentMb) process.kill('memory')
      else if (cpu?.isOver(process.cpuMs())) process.kill('cpu')
    }
  }
}
