/** Child processes with an engine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ChildOptions } from './engine-child.ts'
import { COMPILED } from './program.ts'

export interface EngineProcess {
  pid: number
  executorId: string
  /** What it wrote to stderr. */
  errors: () => string
  /** Ends it and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  exited: Promise<number | null>
}

/** @throws Error with what it said, when it does not get ready */
export async function startEngineProcess(options: ChildOptions): Promise<EngineProcess> {
  const program = join(import.meta.dirname, 'engine-child.ts')
  const child: ChildProcess = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED },
  })
  let errors = ''
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-20_000)
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes('ready') && resolve())
    void exited.then(() => reject(new Error(errors || 'The process ended before it was ready')))
  })
  return {
    pid: child.pid ?? 0,
    executorId: options.executorId,
    errors: () => errors,
    exited,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}
