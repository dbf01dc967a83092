/** Chowk as its own process, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** What Node made of the sources stays for the next start, which takes half as long with it. */
export const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.compiled')

export interface Program {
  child: ChildProcess
  /** Where it serves; empty for a worker. */
  url: string
  /** Everything printed so far. */
  printed(): string
  /** @returns the exit code, null after a kill */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export const temporaryFolder = (place = tmpdir()): { path: string; remove(): void } => {
  const path = mkdtempSync(join(place, 'chowk-test-'))
  // When root runs the tests the database runs as another account, which must be able to enter.
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

interface How {
  /** Behind the launcher of the npm scripts, both in a group of their own, which is what is signalled: as a terminal does it. */
  grouped?: boolean
  /** As `npm start` runs it: npm, a shell, the launcher, the program. npm alone is signalled. */
  npm?: boolean
  /** Where it writes down how long its own thread computed at a time (`turns.ts`). */
  turns?: string
  /** The folder of another version of the program. */
  version?: string
}

const signalled = (child: ChildProcess, { grouped }: How, signal: NodeJS.Signals): void => {
  if (!grouped) child.kill(signal)
  else if (child.pid && child.exitCode === null) process.kill(-child.pid, signal)
}

function commandOf(program: string, how: How): [command: string, args: string[]] {
  if (how.npm) return ['npm', ['exec', '--offline', '-c', `node scripts/run.mjs ${program}`]]
  const watched = how.turns === undefined ? [] : ['--import', new URL('./watch-long-tasks.ts', import.meta.url).href]
  return [process.execPath, how.grouped ? ['scripts/run.mjs', program] : [...watched, program]]
}

function launch(env: Record<string, string>, how: How = {}) {
  const program = 'src/server/main.ts'
  const [command, args] = commandOf(program, how)
  const child = spawn(command, args, {
    detached: how.grouped === true,
    cwd: how.version ?? root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: how.version === undefined ? COMPILED : join(how.version, '.data/compiled'),
      ...(how.turns !== undefined && { TURNS_FILE: how.turns }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half-way leaves no program behind.
  const kill = () => signalled(child, how, 'SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      text += data.toString()
      for (const listener of listeners) listener()
    })
  return { child, printed: () => text, onPrint: (listener: () => void) => listeners.add(listener) }
}

/** Runs to its end, expected soon: a refusal to start, or what `during` does to it. */
export async function runProgram(
  env: Record<string, string>,
  during: (child: ChildProcess) => Promise<void> = async () => {},
): Promise<{ code: number | null; printed: string }> {
  const { child, printed } = launch(env)
  await during(child)
  return { code: await exited(child), printed: printed() }
}

/** Resolves when it says that it is ready. @throws Error with what it printed when it ends first */
export async function startProgram(env: Record<string, string>, how: How = {}): Promise<Program> {
  const { child, printed, onPrint } = launch(env, how)
  const url = await new Promise<string>((resolve, reject) => {
    onPrint(() => {
      const ready = /is ready(?: at (\S+))?/.exec(printed())
      if (ready) resolve(ready[1] ?? '')
    })
    child.once('exit', () => reject(new Error(`It ended instead of starting:\n${printed()}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    signalled(child, how, signal)
    return exited(child)
  }
  return { child, url, printed, end }
}

interface Answer {
  status: { code: number; result: string; message: string }
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes and assert on them
  data: any
  errors?: { message: string; field?: string; code?: string }[]
}

/** One call to a running program. */
export async function call(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(options.body === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  return (await answer.json()) as Answer
}
