/** Processes of MCP servers from packages, one for each way of starting one and owner, spoken to over their standard input and output. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeError } from '#nodes/node.ts'
import type { ServerAnswer, ServerJob, ServerPipe, ServerStart, ToServer } from '#nodes/server-work.ts'
import {
  DIED_OF_MEMORY,
  type Guest,
  type GuestJob,
  type GuestKind,
  GuestProcesses,
  type GuestsOptions,
} from '#server/runners/guests.ts'
import { MCP_SERVER_CPU_MS, PROCESSES } from '#server/runners/policies.ts'
import type { PoolUse } from '#server/runners/pool.ts'
import { type Death, KEPT_STDERR } from '#server/runners/process.ts'

type Work = (pipe: ServerPipe) => Promise<unknown>
interface Job extends GuestJob {
  start: ServerStart
  alone: boolean
  work: Work
}
type ServerGuest = Guest<Job, ServerAnswer<unknown>>

const POLICY = PROCESSES.mcpServers
/** Of what it writes from one call to the next: more holds up who has to read it. */
const MOST_WRITTEN = 40_000_000
const MOST_LINES = 20_000
/** Of what it was sent and does not take. */
const MOST_UNREAD = 20_000_000

const ended = (message: string, retryable = false): NodeError => new NodeError('mcp_ended', message, { retryable })

/** The lines of one process. */
class Pipe implements ServerPipe {
  readonly #guest: ServerGuest
  #listener: Parameters<ServerPipe['listen']>[0] | null = null
  #chunks: Buffer[] = []
  #size = 0
  #written = 0
  #lines = 0
  #isClosed = false

  constructor(guest: ServerGuest) {
    this.#guest = guest
  }

  write(line: string): void {
    const { process } = this.#guest
    if (this.#isClosed || !process || process.isKilled) throw ended('The server has ended.', true)
    if (process.write(`${line}\n`) > MOST_UNREAD) process.kill('unread')
  }

  listen(heard: Parameters<ServerPipe['listen']>[0]): void {
    this.#listener = heard
  }

  close(): void {
    this.#guest.process?.kill('retire')
  }

  /** It may write as much again. */
  nextCall(): void {
    this.#written = 0
    this.#lines = 0
  }

  take(chunk: Buffer, from: 'stdout' | 'stderr'): void {
    this.#written += chunk.length
    const excess = this.#written > MOST_WRITTEN ? 'written' : from === 'stderr' ? null : this.#cut(chunk)
    if (excess !== null) this.#guest.process?.kill(excess)
  }

  /** Hands on each line that is whole. @returns what there is too much of */
  #cut(chunk: Buffer): 'reply' | 'written' | null {
    for (let rest = chunk; rest.length > 0; ) {
      const end = rest.indexOf(10)
      const part = end < 0 ? rest : rest.subarray(0, end)
      this.#chunks.push(part)
      this.#size += part.length
      if (this.#size > POLICY.maxReplyBytes) return 'reply'
      if (end < 0) return null
      const line = Buffer.concat(this.#chunks).toString('utf8')
      this.#chunks = []
      this.#size = 0
      if (++this.#lines > MOST_LINES) return 'written'
      this.#listener?.line(line)
      rest = rest.subarray(end + 1)
    }
    return null
  }

  closed(): void {
    this.#isClosed = true
    this.#listener?.close()
  }
}

const keyOf = ({ hash, program: file, arguments: words, environment, hosts }: ServerStart): string =>
  createHash('sha256')
    .update(JSON.stringify([hash, file, words, Object.entries(environment).sort(), [...hosts].sort()]))
    .digest('base64url')

export class McpServerProcesses {
  readonly #processes: GuestProcesses<Job, ServerAnswer<unknown>>
  readonly #pipes = new WeakMap<ServerGuest, Pipe>()
  #alone = 0

  constructor(options: GuestsOptions) {
    const kind: GuestKind<Job, ServerAnswer<unknown>> = {
      name: 'mcp server',
      policy: POLICY,
      cpuMs: MCP_SERVER_CPU_MS,
      unsafe:
        'This machine can’t cut a process off from the network (unshare), so no MCP server from a package runs on it. See “MCP tools” in the documentation.',
      stopped: 'The process of the MCP server is stopped',
      program: fileURLToPath(new URL('./process.ts', import.meta.url)),
      start: ({ start: { folder, program: file, arguments: words } }) => ({
        // Asked for by libraries that tell one C library from another.
        reads: ['/etc/alpine-release', folder],
        program: { file: join(folder, file), arguments: words },
      }),
      begin: (guest, job) => this.#begin(guest, job),
      // It was told to start, and has nothing more to say here: this is not a program that was loaded before it.
      heard: ({ process }) => process?.kill('protocol'),
      output: (guest, chunk, from) => this.#pipes.get(guest)?.take(chunk, from),
      gone: (guest) => this.#pipes.get(guest)?.closed(),
      whyGone,
    }
    this.#processes = new GuestProcesses(kind, options)
  }

  run = async <T>({ start, owner, signal, deadline_ms, alone }: ServerJob, work: (pipe: ServerPipe) => Promise<T>) => {
    const answer = await this.#processes.run({
      ...{ start, owner, signal, deadline_ms, alone, work, hash: start.hash },
      key: alone ? `alone ${++this.#alone}` : keyOf(start),
      hosts: { hosts: start.hosts, entered: [] },
    })
    return answer as ServerAnswer<T>
  }

  use = (): PoolUse => this.#processes.use()

  pids = (): number[] => this.#processes.pids()

  retire = (hash: string): void => this.#processes.retire(hash)

  stop = (): void => this.#processes.stop()

  #pipeOf(guest: ServerGuest, { environment }: ServerStart): Pipe {
    const known = this.#pipes.get(guest)
    if (known) return known
    const pipe = new Pipe(guest)
    this.#pipes.set(guest, pipe)
    guest.process?.send({ kind: 'start', environment } satisfies ToServer)
    return pipe
  }

  #begin(guest: ServerGuest, job: Job): void {
    const pipe = this.#pipeOf(guest, job.start)
    pipe.nextCall()
    const isAtWork = () => guest.job?.job === job && !guest.process?.isKilled
    const finish = (act: (noted: Omit<ServerAnswer<unknown>, 'value'>) => unknown, isFailed: boolean) => {
      // Once its process is gone, that is what the caller hears.
      if (!isAtWork()) return
      const { connected, refused, process } = guest
      const noted = {
        connected: [...connected],
        refused: [...refused],
        memory_mb: Math.round(process?.residentMb() ?? 0),
      }
      this.#processes.ended(guest, job.alone, ({ resolve, reject }) => {
        const result = act(noted)
        if (isFailed) reject(result)
        else resolve(result as ServerAnswer<unknown>)
      })
    }
    job.work(pipe).then(
      (value) => finish((noted) => ({ value, ...noted }), false),
      (error: unknown) => finish(({ refused }) => withRefused(error, refused), true),
    )
  }
}

/** Tells which connections were refused, since that is often why it failed. */
function withRefused(error: unknown, refused: readonly string[]): unknown {
  if (refused.length === 0) return error
  const said = error instanceof NodeError ? [error.message] : []
  return new NodeError('host_refused', [...said, ...refused].join(' '), { cause: error })
}

/** Not cut any further here: half a secret would be found by nobody. Of what was cut already, whole lines. */
const lastWords = (stderr: string): string => {
  const whole = stderr.length < KEPT_STDERR ? stderr : stderr.slice(stderr.indexOf('\n') + 1 || stderr.length)
  const words = whole.replaceAll(/\s+/g, ' ').trim()
  return words === '' ? '' : ` Its last words: “${words}”`
}

function whyGone(job: Job, { killed, stderr }: Death, excess: string | null, guest: ServerGuest): unknown {
  const failure = (code: string, message: string) => withRefused(new NodeError(code, message), guest.refused)
  if (killed === 'start') return failure('mcp_timeout', 'The process of the server did not start in time.')
  if (killed === 'timeout')
    return failure('mcp_timeout', `The server did not answer within ${job.deadline_ms / 1000} seconds.`)
  if (killed === 'cpu' || excess !== null)
    return failure('mcp_timeout', `The server used more than ${MCP_SERVER_CPU_MS / 1000} seconds of processor time.`)
  if (killed === 'memory' || DIED_OF_MEMORY.test(stderr))
    return failure('mcp_memory', `The server used more than ${POLICY.maxResidentMb} MB of memory.`)
  if (killed === 'reply')
    return failure('mcp_too_large', `The server wrote a line of more than ${POLICY.maxReplyBytes / 1_000_000} MB.`)
  if (killed === 'written')
    return failure(
      'mcp_too_large',
      `The server wrote more than ${MOST_WRITTEN / 1_000_000} MB, or ${MOST_LINES} lines.`,
    )
  if (killed === 'unread') return failure('mcp_ended', 'The server does not read what it is sent.')
  if (killed === 'protocol') return failure('mcp_ended', 'The server spoke where it has nothing to say.')
  if (killed !== null) return ended('The server was stopped while it worked.', true)
  return failure('mcp_ended', `The server ended before it answered.${lastWords(stderr)}`)
}
