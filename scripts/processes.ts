/** Running other programs from the scripts. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const bin = (name: string): string =>
  join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Runs a program with our terminal; resolves with its exit code (1 when it was killed). */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

interface Captured {
  code: number
  /** What it printed. */
  output: string
  /** What it said on standard error. */
  errors: string
}

/** Runs a program in a folder and keeps what it prints. */
export function captureIn(folder: string, command: string, args: string[]): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const captured = { output: '', errors: '' }
    for (const [stream, name] of [
      [child.stdout, 'output'],
      [child.stderr, 'errors'],
    ] as const)
      stream.on('data', (data: Buffer) => {
        captured[name] += data.toString()
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, ...captured }))
  })
}

/** Runs a program at the root and keeps what it prints, errors last. */
export async function capture(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const { code, output, errors } = await captureIn(root, command, args)
  return { code, output: output + errors }
}
