/**
 * Processes of pieces. Each is for one tree of files and one owner, so that what a piece keeps of one person never meets another, and does one
 * thing at a time. Idle ones end after a minute; with nothing installed there is none.
 */
import { fileURLToPath } from 'node:url'
import { NodeError } from '#nodes/node.ts'
import {
  CALLS,
  type FromPiece,
  type PieceAnswer,
  PieceFailure,
  type PieceHosts,
  type PieceJob,
  type ToPiece,
  WAY_OUT,
} from '#nodes/piece-work.ts'
import type { Log } from '#server/platform/logger.ts'
import { CpuMeter } from '#server/runners/cpu-meter.ts'
import { countAtWork, OwnerLine, placesFor } from '#server/runners/owner-line.ts'
import { PIECE_CPU_MS, PROCESSES } from '#server/runners/policies.ts'
import type { PoolUse } from '#server/runners/pool.ts'
import { type Death, RunnerProcess } from '#server/runners/process.ts'
import type { Sandbox } from '#server/runners/sandbox.ts'
import { busy, lost } from '#server/runners/why-ended.ts'
import type { Frame } from '#server/runners/wire.ts'

export interface WayOutOf {
  allowed(): PieceHosts
  onRefused(why: string): void
  onConnect(host: string): void
}

export interface PiecesOptions {
  sandbox: () => Promise<Sandbox>
  log: Pick<Log, 'info' | 'warn'>
  openWayOut(path: string, uid: number | null, of: WayOutOf): Promise<{ close(): void }>
  /** A file with further certificate authorities, PEM. */
  extraCa?: string | null
  size?: number
}

interface Pending extends PieceJob {
  resolve(answer: PieceAnswer): void
  reject(cause: unknown): void
  onAbort(): void
}

interface Slot {
  hash: string
  owner: string
  process: RunnerProcess | null
  way: { close(): void } | null
  job: Pending | null
  ready: boolean
  timer: NodeJS.Timeout | null
  cpu: CpuMeter | null
  connected: string[]
  refused: string[]
}

const POLICY = PROCESSES.pieces
const START_MS = 20_000
const POLL_MS = 40
const MOST_NOTES = 20

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const READS = [
  ...[
    './',
    '../wire.ts',
    '../../../nodes/piece-work.ts',
    '../../../../package.json',
    '../../../../node_modules/acorn/',
  ].map(program),
  // Asked for by libraries that tell one C library from another.
  '/etc/alpine-release',
]

const stopped = () => lost('The process of the piece is stopped')

export class PieceProcesses {
  readonly #options: PiecesOptions
  readonly #slots = new Set<Slot>()
  readonly #size: number
  readonly #line = new OwnerLine<Pending>()
  #watch: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(options: PiecesOptions) {
    this.#options = options
    this.#size = options.size ?? POLICY.size
  }

  /**
   * @throws PieceFailure with what the piece threw; NodeError `piece_timeout`, `piece_memory`, `piece_too_large`, `runner_lost`, `runner_busy`,
   * `plugins_unsafe` where this machine has no sandbox; the abort reason
   */
  run(job: PieceJob): Promise<PieceAnswer> {
    if (job.signal.aborted) return Promise.reject(job.signal.reason)
    if (this.#isStopped) return Promise.reject(stopped())
    if (this.#line.sizeOf(job.owner) >= POLICY.maxQueue) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const pending: Pending = { ...job, resolve, reject, onAbort: () => this.#cancel(pending) }
      job.signal.addEventListener('abort', pending.onAbort, { once: true })
      this.#line.add(pending)
      this.#dispatch()
    })
  }

  use(): PoolUse {
    const busy = [...this.#slots].filter(({ job }) => job !== null).length
    return { processes: this.#slots.size, busy, size: this.#size, waiting: this.#line.size }
  }

  pids(): number[] {
    return [...this.#slots].flatMap(({ process }) => process?.pid ?? [])
  }

  /** Ends processes of a tree that is not used any more. */
  retire(hash: string): void {
    for (const slot of this.#slots) if (slot.hash === hash && slot.job === null) slot.process?.kill('retire')
  }

  stop(): void {
    this.#isStopped = true
    for (const pending of this.#line.empty()) this.#settle(pending, () => pending.reject(stopped()))
    for (const slot of this.#slots) slot.process?.kill('stop')
    if (this.#watch !== null) clearInterval(this.#watch)
  }

  #settle(pending: Pending, act: () => void): void {
    pending.signal.removeEventListener('abort', pending.onAbort)
    act()
  }

  #cancel(pending: Pending): void {
    const slot = [...this.#slots].find(({ job }) => job === pending)
    if (slot?.process) {
      slot.process.kill('abort')
      return
    }
    // Its process is being started, and ends once it sees that there is nothing to do.
    if (slot) slot.job = null
    this.#line.remove(pending)
    this.#settle(pending, () => pending.reject(pending.signal.reason))
  }

  #dispatch(): void {
    for (;;) {
      const atWork = countAtWork(this.#slots)
      const next = this.#line.next(atWork)
      if (!next) return
      const warm = [...this.#slots].find(
        ({ hash, owner, job, ready, process }) =>
          ready && job === null && hash === next.hash && owner === next.owner && !process?.isKilled,
      )
      if (warm) {
        this.#assign(warm, next)
        continue
      }
      if (this.#slots.size >= placesFor(next.owner, atWork, this.#size)) {
        const idle = [...this.#slots].find(({ job, ready, process }) => ready && job === null && !process?.isKilled)
        // Its place is free once it is gone.
        idle?.process?.kill('retire')
        return
      }
      void this.#start(next)
    }
  }

  async #start(first: Pending): Promise<void> {
    const slot: Slot = {
      ...{ hash: first.hash, owner: first.owner, process: null, way: null, job: null, ready: false },
      ...{ timer: null, cpu: null, connected: [], refused: [] },
    }
    this.#slots.add(slot)
    this.#take(slot, first)
    try {
      const sandbox = await this.#options.sandbox()
      if (sandbox.network !== 'none')
        throw new NodeError(
          'plugins_unsafe',
          'This machine can’t cut a process off from the network (unshare), so no piece runs on it. See “Plugins” in the documentation.',
        )
      const started = await this.#spawn(slot, first, sandbox)
      slot.process = started
      slot.timer = setTimeout(() => started.kill('start'), START_MS)
      if (this.#isStopped || slot.job === null) started.kill('stop')
    } catch (cause) {
      this.#slots.delete(slot)
      slot.way?.close()
      if (!(cause instanceof NodeError))
        this.#options.log.warn({ error: String(cause) }, 'the process of a piece could not start')
      const { job } = slot
      slot.job = null
      if (job) this.#settle(job, () => job.reject(cause instanceof NodeError ? cause : stopped()))
      this.#dispatch()
    }
  }

  #spawn(slot: Slot, { work }: Pending, sandbox: Sandbox): Promise<RunnerProcess> {
    const { openWayOut, extraCa } = this.#options
    return RunnerProcess.start({
      entry: program('./process.ts'),
      heapMb: POLICY.heapMb,
      flags: POLICY.flags,
      maxReplyBytes: POLICY.maxReplyBytes,
      sandbox,
      guest: {
        reads: [...READS, work.folder, ...(extraCa ? [extraCa] : [])],
        prepare: async (folder, uid): Promise<Record<string, string>> => {
          slot.way = await openWayOut(`${folder}/${WAY_OUT}`, uid, {
            allowed: () => slot.job?.hosts ?? { hosts: [], entered: [] },
            onRefused: (why) => {
              if (slot.refused.length < MOST_NOTES && !slot.refused.includes(why)) slot.refused.push(why)
            },
            onConnect: (host) => {
              if (slot.connected.length < MOST_NOTES) slot.connected.push(host)
            },
          })
          return extraCa ? { NODE_EXTRA_CA_CERTS: extraCa } : {}
        },
      },
      onFrame: (frame) => this.#heard(slot, frame),
      onExit: (death) => this.#gone(slot, death),
    })
  }

  #take(slot: Slot, job: Pending): void {
    this.#line.take(job)
    slot.job = job
    slot.connected = []
    slot.refused = []
  }

  #assign(slot: Slot, job: Pending): void {
    this.#take(slot, job)
    this.#begin(slot, job)
  }

  #begin(slot: Slot, job: Pending): void {
    if (slot.timer) clearTimeout(slot.timer)
    slot.timer = setTimeout(() => slot.process?.kill('timeout'), job.deadline_ms)
    slot.cpu = new CpuMeter({ cpuMs: PIECE_CPU_MS }, slot.process?.cpuMs() ?? 0)
    this.#watch ??= setInterval(() => this.#watchUse(), POLL_MS)
    slot.process?.send([[{ kind: 'work', work: job.work } satisfies ToPiece]])
  }

  #heard(slot: Slot, { header }: Frame): void {
    const message = header as FromPiece
    const { job } = slot
    if (message.kind === 'ready' && !slot.ready) {
      slot.ready = true
      if (job) this.#begin(slot, job)
      return
    }
    if (!job || !slot.ready) {
      // Late words of a piece whose work is done, such as an error of something it left behind, are not heard.
      return
    }
    if (message.kind === 'call') void this.#reply(slot, job, message)
    else if (message.kind === 'done')
      this.#ended(slot, job, () => job.resolve({ value: message.value, ...this.#notes(slot) }))
    else if (message.kind === 'failed') {
      const { code, message: said } = message.error ?? { code: 'PIECE_FAILED', message: '' }
      this.#ended(slot, job, () => job.reject(new PieceFailure(String(code), String(said), this.#notes(slot))))
    } else slot.process?.kill('protocol')
  }

  #notes({ connected, refused }: Slot) {
    return { connected: [...connected], refused: [...refused] }
  }

  async #reply(slot: Slot, job: Pending, { call, name, args }: FromPiece & { kind: 'call' }): Promise<void> {
    const send = (rest: object) => {
      if (slot.job === job && !slot.process?.isKilled) slot.process?.send([[{ kind: 'reply', call, ...rest }]])
    }
    if (!CALLS.includes(name) || typeof args !== 'object' || args === null) return slot.process?.kill('protocol')
    try {
      send({ value: await job.answer(name, args) })
    } catch (error) {
      const { code, message } = error instanceof NodeError ? error : { code: 'failed', message: 'Chowk failed' }
      send({ error: { code: code.toUpperCase(), message } })
    }
  }

  #ended(slot: Slot, job: Pending, act: () => void): void {
    if (slot.timer) clearTimeout(slot.timer)
    slot.job = null
    slot.cpu = null
    this.#settle(job, act)
    slot.timer = setTimeout(() => slot.process?.kill('idle'), POLICY.idleMs)
    slot.timer.unref()
    // What only looked into the code is not used for anything else.
    if (job.work.type === 'hosts' || job.work.type === 'describe') slot.process?.kill('retire')
    this.#dispatch()
  }

  #gone(slot: Slot, { killed, stderr }: Death): void {
    if (slot.timer) clearTimeout(slot.timer)
    slot.way?.close()
    this.#slots.delete(slot)
    const { job } = slot
    slot.job = null
    if (job) {
      // Its last words may hold secrets of its account.
      this.#options.log.warn({ killed, kind: 'piece' }, 'the process of a piece ended during its work')
      this.#settle(job, () => job.reject(whyGone(job, killed, stderr, slot.cpu?.excess ?? null)))
    }
    this.#dispatch()
  }

  #watchUse(): void {
    const busy = [...this.#slots].filter(({ job }) => job !== null)
    if (busy.length === 0 && this.#watch !== null) {
      clearInterval(this.#watch)
      this.#watch = null
    }
    for (const { process, cpu } of busy) {
      if (!process || process.isKilled) continue
      if (process.residentMb() > POLICY.maxResidentMb) process.kill('memory')
      else if (cpu?.isOver(process.cpuMs())) process.kill('cpu')
    }
  }
}

const DIED_OF_MEMORY = /heap out of memory|allocation failed|invalid size error/i

function whyGone(job: PieceJob, killed: string | null, stderr: string, excess: string | null): unknown {
  if (job.signal.aborted) return job.signal.reason
  if (killed === 'timeout')
    return new NodeError('piece_timeout', `The piece did not answer within ${job.deadline_ms / 1000} seconds.`)
  if (killed === 'cpu' || excess !== null)
    return new NodeError('piece_timeout', `The piece used more than ${PIECE_CPU_MS / 1000} seconds of processor time.`)
  if (killed === 'memory' || DIED_OF_MEMORY.test(stderr))
    return new NodeError('piece_memory', 'The piece used too much memory.')
  if (killed === 'reply') return new NodeError('piece_too_large', 'The answer of the piece is too large.')
  return new NodeError('runner_lost', 'The process of the piece ended unexpectedly.', { retryable: killed !== null })
}
