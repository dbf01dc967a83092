/** One runner process as the server sees it: started without anything of the server's, spoken to in frames, killed from outside. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lowerProcessPriority } from '#server/platform/priority.ts'
import { makeTemporaryFolder } from '#server/platform/temporary-folders.ts'
import type { Sandbox } from './sandbox.ts'
import { encodeFrame, type Frame, FrameReader } from './wire.ts'

const installed = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** All a runner may read: the program and its libraries, never the data; and what native modules ask to tell one C library from another. */
const READABLE = [
  ...['src/', 'node_modules/', 'package.json', 'package-lock.json'].map(installed),
  '/etc/alpine-release',
  '/usr/bin/ldd',
]
/** Characters of its last words that are kept. */
export const KEPT_STDERR = 4000
const PAGE_BYTES = 4096
/** The unit of processor times in /proc: fixed at 100 for programs on Linux. */
const TICKS_PER_SECOND = 100

export interface ProcessOptions {
  entry: string
  heapMb: number
  /** Further flags for V8. */
  flags: readonly string[]
  maxReplyBytes: number
  sandbox: Sandbox
  /** Of a program that runs code of strangers. */
  guest?: GuestOptions
  onFrame(frame: Frame): void
  /** What a guest's own program writes. */
  onOutput?(chunk: Buffer, from: 'stdout' | 'stderr'): void
  /** Called once, after the process is gone. */
  onExit(reason: Death): void
}

export interface GuestOptions {
  /** All that it may read besides Node itself. */
  reads: readonly string[]
  /** The program itself, where ours is loaded before it; it may read its own folder, which is empty. */
  program?: { file: string; arguments: readonly string[] }
  /** Makes what it needs in its folder, which is removed with it. @returns its environment */
  prepare(folder: string, uid: number | null): Promise<Record<string, string>>
}

/** Libraries of pieces compile text, but native code of theirs is not loaded. */
const rightsOf = ({ guest }: ProcessOptions, cwd: string): string[] =>
  guest
    ? [
        ...guest.reads.map((path) => `--allow-fs-read=${path}`),
        ...(guest.program ? [`--allow-fs-read=${cwd}`] : []),
        ...NETWORK_BY_SOCKET,
      ]
    : [
        '--allow-addons',
        ...READABLE.map((path) => `--allow-fs-read=${path}`),
        '--disallow-code-generation-from-strings',
      ]

/** What is run: our program, or that of a guest behind ours. */
const programOf = ({ entry, guest }: ProcessOptions): string[] =>
  guest?.program ? [`--import=${pathToFileURL(entry).href}`, guest.program.file, ...guest.program.arguments] : [entry]

/** Later versions of Node ask for this even for a socket in a folder. What there is of a network is up to the sandbox. */
const NETWORK_BY_SOCKET = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []

export interface Death {
  /** Why the server killed it; null when it did not. */
  killed: string | null
  signal: string | null
  code: number | null
  /** Its last words. */
  stderr: string
}

export class RunnerProcess {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #socket: Duplex
  readonly #cwd: string
  #killed: string | null = null

  private constructor(child: ChildProcess, socket: Duplex, pid: number, cwd: string) {
    this.#cwd = cwd
    this.#child = child
    this.#socket = socket
    this.pid = pid
  }

  static async start(options: ProcessOptions): Promise<RunnerProcess> {
    const cwd = await makeTemporaryFolder('runner')
    if (options.sandbox.uid !== null) await chown(cwd, options.sandbox.uid, options.sandbox.uid)
    const [command, ...args] = [
      ...options.sandbox.prefix,
      process.execPath,
      `--max-old-space-size=${options.heapMb}`,
      ...options.flags,
      '--permission',
      ...rightsOf(options, cwd),
      '--no-warnings',
      ...programOf(options),
    ]
    if (command === undefined) throw new Error('The runner has no command')
    // The home folder is asked for by a native module; an unknown user has none.
    const more = await options.guest?.prepare(cwd, options.sandbox.uid)
    const child = spawn(command, args, {
      cwd,
      env: { HOME: cwd, ...more },
      stdio: options.guest?.program ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    if (child.pid !== undefined) lowerProcessPriority(child.pid)
    const socket = child.stdio[3] as Duplex
    const runner = new RunnerProcess(child, socket, child.pid ?? -1, cwd)
    runner.#listen(options)
    return runner
  }

  #listen(options: ProcessOptions): void {
    const reader = new FrameReader(options.maxReplyBytes)
    let stderr = ''
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-KEPT_STDERR)
      options.onOutput?.(chunk, 'stderr')
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      if (!this.isKilled) options.onOutput?.(chunk, 'stdout')
    })
    // It may end while something is written to it.
    this.#child.stdin?.on('error', () => undefined)
    this.#socket.on('data', (chunk: Buffer) => {
      // What a killed process still says does not count.
      if (this.isKilled) return
      try {
        for (const frame of reader.push(chunk)) options.onFrame(frame)
      } catch {
        this.kill('reply')
      }
    })
    this.#socket.on('error', () => this.kill('socket'))
    let gone = false
    const exit = (code: number | null, signal: string | null) => {
      if (gone) return
      gone = true
      this.#socket.destroy()
      this.#removeFolder()
      options.onExit({ killed: this.#killed, signal, code, stderr })
    }
    this.#child.on('error', () => exit(null, null))
    this.#child.on('close', exit)
  }

  send(header: unknown, blob?: Uint8Array): void {
    this.#socket.cork()
    for (const part of encodeFrame(header, blob)) this.#socket.write(part)
    this.#socket.uncork()
  }

  /** Writes to the standard input of the program of a guest. @returns bytes that wait to be taken */
  write(text: string): number {
    this.#child.stdin?.write(text)
    return this.#child.stdin?.writableLength ?? 0
  }

  /** It was killed, and may not be gone yet. */
  get isKilled(): boolean {
    return this.#killed !== null
  }

  /** SIGKILL; the reason is handed to `onExit`. The first reason counts. */
  kill(reason: string): void {
    this.#killed ??= reason
    this.#child.kill('SIGKILL')
    // At once, not when its end is reported: a server that stops may be gone by then.
    this.#removeFolder()
  }

  #removeFolder(): void {
    try {
      rmSync(this.#cwd, { recursive: true, force: true })
    } catch {
      // Some systems keep the folder of a process until it is gone; its end comes here again.
    }
  }

  /** Processor time in ms that the process has used, read from outside; 0 where the system does not tell. */
  cpuMs(): number {
    try {
      const stat = readFileSync(`/proc/${this.pid}/stat`, 'latin1')
      // The name in parentheses may hold spaces; user and system time are the 12th and 13th fields after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
    } catch {
      return 0
    }
  }

  /** Resident memory in MB, read from outside; 0 where the system does not tell. */
  residentMb(): number {
    try {
      const pages = Number(readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ')[1])
      return (pages * PAGE_BYTES) / 1_000_000
    } catch {
      return 0
    }
  }
}
