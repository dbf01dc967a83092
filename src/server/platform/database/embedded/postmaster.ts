/** One server process of the embedded Postgres: finding the one that runs, starting another. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { idsOf } from './account.ts'
import { isAlive, processName } from './alive.ts'
import { freePort } from './free-port.ts'
import type { Place } from './place.ts'

export const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 10_000

export interface Postmaster {
  pid: number
  port: number
}

export interface LaunchOptions {
  dataDir: string
  /** Extra `-c` settings, for tests. */
  settings?: Record<string, string>
  /** Absent: any free one. A restart keeps the port, so that connection pools find it again. */
  port?: number
}

/** Whether a process is a living Postgres: after a power cut or in a new container its number may belong to something else. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return processName(pid) === 'postgres'
  if (process.platform === 'win32') return true
  return /postgres/.test(spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout ?? '')
}

function readOr(file: string, otherwise = ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** The same folder by device and inode, whatever it is called; null when one of them cannot be looked at. */
function isSameFolder(one: string, other: string): boolean | null {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return null
  }
}

/**
 * Whether the process in a pid file serves this very folder. A copy made while the server ran holds a pid file that names the living
 * server of the original, and adopting it would connect the copy to the original's database. The server works in its data folder, which
 * Linux tells; elsewhere the folder named in the pid file decides.
 */
function serves(pid: number, data: string, named: string): boolean {
  if (!isPostgres(pid)) return false
  const works = process.platform === 'linux' ? isSameFolder(`/proc/${pid}/cwd`, data) : null
  return works ?? isSameFolder(named, data) ?? false
}

const pidFileIn = (data: string): string => join(data, 'postmaster.pid')

/** Postgres removes its pid file when it ends, unless it crashes. */
export const hasPidFile = (data: string): boolean => existsSync(pidFileIn(data))

/** The running server of a data folder, from its own pid file. */
export function readPostmaster(data: string): Postmaster | null {
  const [pid, named = '', , port] = readOr(pidFileIn(data)).split('\n')
  const server = { pid: Number(pid), port: Number(port) }
  return server.pid && server.port && serves(server.pid, data, named) ? server : null
}

/** Postgres refuses to start if a pid file contains a number that is in use, even by another program. */
function removeStalePid(data: string): void {
  const file = pidFileIn(data)
  const [pid, named = ''] = readOr(file).split('\n')
  if (existsSync(file) && !serves(Number(pid), data, named)) rmSync(file, { force: true })
}

/** SIGINT is Postgres's fast shutdown: open transactions are rolled back, nothing acknowledged is lost. It may end after this returns. */
export async function stopServer(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(pid) && Date.now() < deadline) await sleep(20)
}

/**
 * Kills a server whose folder another one has taken over, with its children, which would otherwise finish what they do. Its own shutdown, even
 * the immediate one, would remove the pid file, which may be that of the other one by now.
 */
export function killServer(pid: number, data: string): void {
  if (!serves(pid, data, data)) return
  const children = readOr(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** @throws Error with the end of its log when it does not start */
export async function launchServer(place: Place, options: LaunchOptions): Promise<Postmaster> {
  const port = options.port ?? (await freePort())
  removeStalePid(place.data)
  const { child, logFile } = spawnPostgres(place, port, options)
  let failure: string | null = null
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', (code) => {
    failure ??= `it ended with code ${code}`
  })
  child.unref()
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && !failure) {
    const server = readPostmaster(place.data)
    if (server?.port === port) return server
    await sleep(10)
  }
  throw new Error(
    `The embedded Postgres did not start: ${failure ?? 'time ran out'}.\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
  )
}

/** Detached: it survives this process. */
function spawnPostgres(place: Place, port: number, options: LaunchOptions): { child: ChildProcess; logFile: string } {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '128MB',
    max_connections: '200',
    ...options.settings,
  }
  const args = [
    '-D',
    place.data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ]
  const logFile = join(options.dataDir, 'postgres.log')
  // The log of a restart says why it ended before.
  const log = openSync(logFile, options.port === undefined ? 'w' : 'a')
  try {
    const child = spawn(join(place.bin, 'postgres'), args, {
      ...idsOf(place.account),
      detached: true,
      cwd: place.data,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C.UTF-8' },
    })
    return { child, logFile }
  } finally {
    closeSync(log)
  }
}
