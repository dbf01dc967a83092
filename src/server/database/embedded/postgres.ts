/**
 * Supervises the embedded Postgres. It runs detached, so that a `kill -9` of this process leaves a healthy orphan, which
 * the next start adopts through `postmaster.pid`. Whoever leaves last stops it: every user holds a shared advisory lock, and
 * who can turn it exclusive on leaving was the last one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPlace, type Place } from './place.ts'
import { withStartLock } from './start-lock.ts'

const USERS_LOCK = 7_234_002
const START_TIMEOUT_MS = 30_000

export interface EmbeddedPostgres {
  url: string
  /** Leaves; stops the server when nobody else uses it. */
  leave(): Promise<void>
}

export interface EmbeddedOptions {
  /** Its data go to `dataDir/postgres`. */
  dataDir: string
  database: string
  /** Extra `-c` settings, for tests. */
  settings?: Record<string, string>
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The running server of a data folder, from its own pid file. */
function running(data: string): { pid: number; port: number } | null {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n').map(Number)
  return pid && port && alive(pid) ? { pid, port } : null
}

/** Starts or adopts the server of `dataDir`, creates the database when missing, and joins its users. */
export async function joinPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const place = await findPlace(options.dataDir)
  const password = passwordOf(options.dataDir)
  return withStartLock(options.dataDir, async () => {
    if (!existsSync(join(place.data, 'PG_VERSION'))) initialise(place, options.dataDir, password)
    const server = running(place.data) ?? (await launch(place, options))
    const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`
    await createDatabaseIfMissing(urlOf('postgres'), options, place)
    const member = new pg.Client({ connectionString: urlOf('postgres'), application_name: 'chowk-member' })
    member.on('error', () => {})
    await member.connect()
    await member.query('select pg_advisory_lock_shared($1)', [USERS_LOCK])
    return { url: urlOf(options.database), leave: () => leave(member, place.data) }
  })
}

function passwordOf(dataDir: string): string {
  const file = join(dataDir, 'postgres.password')
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

function initialise(place: Place, dataDir: string, password: string): void {
  const passwordFile = join(place.data, '..', `.initdb-${process.pid}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid)
  const args = [
    '-D',
    place.data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]
  const done = spawnSync(join(place.bin, 'initdb'), args, {
    ...place.account,
    encoding: 'utf8',
    cwd: place.data,
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
  })
  rmSync(passwordFile, { force: true })
  if (done.status !== 0)
    throw new Error(`The database could not be made in ${dataDir}: ${done.stderr || done.error?.message}`)
}

async function launch(place: Place, options: EmbeddedOptions): Promise<{ pid: number; port: number }> {
  const port = await freePort()
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
  const log = openSync(logFile, 'w')
  const child = spawn(join(place.bin, 'postgres'), args, {
    ...place.account,
    detached: true,
    cwd: place.data,
    stdio: ['ignore', log, log],
    env: { LC_ALL: 'C.UTF-8' },
  })
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
    const server = running(place.data)
    if (server?.port === port) return server
    await sleep(10)
  }
  throw new Error(
    `The embedded Postgres did not start: ${failure ?? 'time ran out'}.\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
  )
}

/** Waits until the server accepts connections (recovery after a crash takes a moment). */
async function createDatabaseIfMissing(url: string, options: EmbeddedOptions, place: Place): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select 1 from pg_database where datname = $1', [options.database])
      if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(options.database)}`)
      return
    } catch (error) {
      if (Date.now() > deadline || !running(place.data)) throw error
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function leave(member: pg.Client, data: string): Promise<void> {
  const server = running(data)
  const last = await member
    .query<{ last: boolean }>('select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last', [USERS_LOCK])
    .then((result) => result.rows[0]?.last === true)
    .catch(() => false)
  await member.end().catch(() => {})
  if (!last || !server) return
  // SIGINT is Postgres's fast shutdown: open transactions are rolled back, nothing acknowledged is lost.
  process.kill(server.pid, 'SIGINT')
  const deadline = Date.now() + 10_000
  while (alive(server.pid) && Date.now() < deadline) await sleep(20)
}
