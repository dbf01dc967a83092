/** Processes of pieces, one for each tree of files and owner. */
import { fileURLToPath } from 'node:url'
import { NodeError } from '#nodes/node.ts'
import {
  CALLS,
  type FromPiece,
  type PieceAnswer,
  PieceFailure,
  type PieceJob,
  type ToPiece,
} from '#nodes/piece-work.ts'
import {
  DIED_OF_MEMORY,
  type Guest,
  type GuestJob,
  type GuestKind,
  GuestProcesses,
  type GuestsOptions,
} from '#server/runners/guests.ts'
import { PIECE_CPU_MS, PROCESSES } from '#server/runners/policies.ts'
import type { PoolUse } from '#server/runners/pool.ts'
import type { Death } from '#server/runners/process.ts'

type Job = PieceJob & GuestJob
type PieceGuest = Guest<Job, PieceAnswer>

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const READS = [
  program('../../../../node_modules/acorn/'),
  // Asked for by libraries that tell one C library from another.
  '/etc/alpine-release',
]

const notes = ({ connected, refused }: PieceGuest) => ({ connected: [...connected], refused: [...refused] })

async function reply(guest: PieceGuest, job: Job, { call, name, args }: FromPiece & { kind: 'call' }): Promise<void> {
  const send = (rest: object) => {
    if (guest.job?.job === job && !guest.process?.isKilled) guest.process?.send({ kind: 'reply', call, ...rest })
  }
  if (!CALLS.includes(name) || typeof args !== 'object' || args === null) return guest.process?.kill('protocol')
  try {
    send({ value: await job.answer(name, args) })
  } catch (error) {
    const { code, message } = error instanceof NodeError ? error : { code: 'failed', message: 'Chowk failed' }
    send({ error: { code: code.toUpperCase(), message } })
  }
}

export class PieceProcesses {
  readonly #processes: GuestProcesses<Job, PieceAnswer>
  /** The number of the job that each process has. */
  readonly #jobs = new WeakMap<PieceGuest, number>()
  #last = 0

  constructor(options: GuestsOptions) {
    const kind: GuestKind<Job, PieceAnswer> = {
      name: 'piece',
      policy: PROCESSES.pieces,
      cpuMs: PIECE_CPU_MS,
      unsafe:
        'This machine can’t cut a process off from the network (unshare), so no piece runs on it. See “Plugins” in the documentation.',
      stopped: 'The process of the piece is stopped',
      program: program('./process.ts'),
      start: ({ work }) => ({ reads: [...READS, work.folder] }),
      begin: (guest, { work }) => {
        this.#jobs.set(guest, ++this.#last)
        guest.process?.send({ kind: 'work', job: this.#last, work } satisfies ToPiece)
      },
      heard: (guest, message) => this.#heard(guest, message as FromPiece),
      whyGone,
    }
    this.#processes = new GuestProcesses(kind, options)
  }

  /**
   * @throws PieceFailure with what the piece threw; NodeError `piece_timeout`, `piece_memory`, `piece_too_large`, `runner_lost`, `runner_busy`,
   * `plugins_unsafe` where this machine has no sandbox; the abort reason
   */
  run = (job: PieceJob): Promise<PieceAnswer> => this.#processes.run({ ...job, key: job.hash })

  use = (): PoolUse => this.#processes.use()

  pids = (): number[] => this.#processes.pids()

  /** Ends processes of a tree that is not used any more. */
  retire = (hash: string): void => this.#processes.retire(hash)

  stop = (): void => this.#processes.stop()

  #heard(guest: PieceGuest, message: FromPiece): void {
    const job = guest.job?.job
    // Late words of a piece whose work is done, such as an error of something it left behind, are not heard.
    if (!job) return
    if (message.kind === 'call') void reply(guest, job, message)
    else if (message.kind === 'done' || message.kind === 'failed') {
      if (message.job !== this.#jobs.get(guest)) return
      // What only looked into the code is not used for anything else.
      const isLast = job.work.type === 'hosts' || job.work.type === 'describe'
      const noted = notes(guest)
      this.#processes.ended(guest, isLast, ({ resolve, reject }) => {
        if (message.kind === 'done') return resolve({ value: message.value, ...noted })
        const { code, message: said } = message.error ?? { code: 'PIECE_FAILED', message: '' }
        reject(new PieceFailure(String(code), String(said), noted))
      })
    } else guest.process?.kill('protocol')
  }
}

function whyGone(job: PieceJob, { killed, stderr }: Death, excess: string | null): unknown {
  if (killed === 'timeout')
    return new NodeError('piece_timeout', `The piece did not answer within ${job.deadline_ms / 1000} seconds.`)
  if (killed === 'cpu' || excess !== null)
    return new NodeError('piece_timeout', `The piece used more than ${PIECE_CPU_MS / 1000} seconds of processor time.`)
  if (killed === 'memory' || DIED_OF_MEMORY.test(stderr))
    return new NodeError('piece_memory', 'The piece used too much memory.')
  if (killed === 'reply') return new NodeError('piece_too_large', 'The answer of the piece is too large.')
  return new NodeError('runner_lost', 'The process of the piece ended unexpectedly.', { retryable: killed !== null })
}
