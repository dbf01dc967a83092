/**
 * Supervises the embedded Postgres. It runs detached, so that a `kill -9` of this process leaves a healthy orphan, which
 * the next start adopts through `postmaster.pid`. Whoever leaves last stops it: every user holds a shared advisory lock, and who
 * can turn it exclusive on leaving was the last one. When it ends under its users, one of them starts it again.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isOutage } from '#server/database/outage.ts'
import { readOrCreate } from '#server/read-or-create.ts'
import { idsOf } from './account.ts'
import { alive } from './alive.ts'
import { refuseStartElsewhere, refuseUseElsewhere, sayInUse } from './in-use.ts'
import { findPlace, type Place } from './place.ts'
import { launch, running, START_TIMEOUT_MS } from './postmaster.ts'
import { withStartLock } from './start-lock.ts'

const USERS_LOCK = 7_234_002
/** Tries that fail quietly: about three seconds. */
const RETRIES_BEFORE_TROUBLE = 6
const JOIN_ATTEMPTS = 3

export interface EmbeddedPostgres {
  url: string
  /** Leaves; stops the server when nobody else uses it. */
  leave(): Promise<void>
}

export interface EmbeddedOptions {
  /** Holds its password and log, and the cluster in `postgres` unless `databaseDir` names another folder. */
  dataDir: string
  databaseDir?: string | undefined
  database: string
  /** Extra `-c` settings, for tests. */
  settings?: Record<string, string>
  /** The server ended while it was used, or does not come back. */
  onTrouble?: (message: string, error: Error | null) => void
}

/**
 * Starts or adopts the server of `dataDir`, creates the database when missing, and joins its users. When the server ends while it
 * is used (killed, out of memory, a crash) it is started again on its port, so that connection pools find it again.
 */
export async function joinPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, databaseDir } = options
  mkdirSync(dataDir, { recursive: true })
  await refuseUseElsewhere(dataDir)
  const place = await findPlace({ dataDir, databaseDir })
  const password = passwordOf(dataDir)
  if (password === '') throw new Error(wrongPasswordMessage(dataDir, place.data))
  const use = await sayInUse(dataDir)
  try {
    const { url, membership } = await withStartLock(dataDir, () => joinAt(place, options, password))
    return { url, leave: async () => use.end(await membership.leave()) }
  } catch (error) {
    await use.end(running(place.data) === null)
    throw error
  }
}

async function joinAt(place: Place, options: EmbeddedOptions, password: string) {
  const { dataDir } = options
  refuseStartElsewhere(dataDir)
  prepareCluster(place, dataDir, password)
  for (let attempt = 1; ; attempt++) {
    const adopted = running(place.data)
    const { pid, port } = adopted ?? (await launch(place, options))
    const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
    try {
      await createDatabaseIfMissing(urlOf('postgres'), options, place)
      const membership = new Membership({ ...options, place, port, url: urlOf('postgres') })
      await membership.join()
      return { url: urlOf(options.database), membership }
    } catch (error) {
      // Its last user was just stopping it.
      if (adopted && attempt < JOIN_ATTEMPTS && isOutage(error)) continue
      // One that only recovers slowly is left to it: the next start adopts it.
      if (!adopted && isWrongPassword(error)) await stopServer(pid)
      throw isWrongPassword(error) ? new Error(wrongPasswordMessage(dataDir, place.data)) : error
    }
  }
}

interface MembershipOptions extends EmbeddedOptions {
  place: Place
  port: number
  url: string
}

/** A connection that holds the users' lock, and notices at once when the server ends. */
class Membership {
  readonly #o: MembershipOptions
  #client: pg.Client | undefined
  /** A way back under way: who leaves meanwhile would otherwise stay a member for good. */
  #rejoining: Promise<void> | undefined
  #left = false

  constructor(options: MembershipOptions) {
    this.#o = options
  }

  async join(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#o.url,
      application_name: 'chowk-member',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK])
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    client.once('end', () => {
      if (!this.#left) void this.#rejoin()
    })
  }

  async #rejoin(): Promise<void> {
    const { place, dataDir, onTrouble } = this.#o
    for (let attempt = 0; !this.#left; attempt++) {
      await sleep(Math.min(50 * 2 ** attempt, 5000))
      try {
        this.#rejoining = withStartLock(dataDir, async () => {
          if (this.#left) return
          if (!running(place.data)) {
            onTrouble?.('The embedded Postgres ended; it is started again', null)
            await launch(place, this.#o)
          }
          await this.join()
        })
        await this.#rejoining
        return
      } catch (error) {
        // What its last processes still hold, or a recovery under way, passes; a full disk does not, and is told.
        if (attempt >= RETRIES_BEFORE_TROUBLE) onTrouble?.('The embedded Postgres does not come back', error as Error)
      }
    }
  }

  /** Stops the server when no other process uses it. @returns whether this was the last user */
  async leave(): Promise<boolean> {
    this.#left = true
    await this.#rejoining?.catch(() => {})
    const client = this.#client
    const server = running(this.#o.place.data)
    const last = await leavesLast(client)
    // Before the connection is closed: its lock keeps others from joining a server that is about to stop.
    if (last && server) await stopServer(server.pid)
    await client?.end().catch(() => {})
    return last
  }
}

/** SIGINT is Postgres's fast shutdown: open transactions are rolled back, nothing acknowledged is lost. */
async function stopServer(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + 10_000
  while (alive(pid) && Date.now() < deadline) await sleep(20)
}

async function leavesLast(client: pg.Client | undefined): Promise<boolean> {
  if (!client) return false
  try {
    const sql = 'select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last'
    const { rows } = await client.query<{ last: boolean }>(sql, [USERS_LOCK])
    return rows[0]?.last === true
  } catch {
    return false
  }
}

const passwordFileOf = (dataDir: string): string => join(dataDir, 'postgres.password')

const passwordOf = (dataDir: string): string =>
  readOrCreate(passwordFileOf(dataDir), () => randomBytes(24).toString('base64url'))

const isWrongPassword = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '28P01'

const wrongPasswordMessage = (dataDir: string, data: string): string =>
  `The password in ${passwordFileOf(dataDir)} does not open the database in ${data}: the two are not of the same installation. ` +
  'Check that DATA_DIR and DATABASE_DIR belong together and that DATA_DIR is mounted. After a restore, put "postgres.password" back too.'

/** Creates the cluster unless there is one. Its folder is not used when an earlier start was killed in the middle of that. */
function prepareCluster(place: Place, dataDir: string, password: string): void {
  const unfinished = join(dataDir, 'postgres.unfinished')
  if (existsSync(join(place.data, 'PG_VERSION'))) {
    // One that was served, such as a restored one, is whole.
    const isWhole = !existsSync(unfinished) || existsSync(join(place.data, 'postmaster.opts'))
    if (isWhole) {
      rmSync(unfinished, { force: true })
      return
    }
    throw new Error(
      `An earlier start was killed while it created the database in ${place.data}, so it is unfinished. Nothing was stored in it yet. ` +
        `Remove what is in that folder and the file ${unfinished}, then start again.`,
    )
  }
  writeFileSync(unfinished, place.data)
  initialise(place, password)
  rmSync(unfinished)
}

function initialise(place: Place, password: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-initdb-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.account) for (const path of [folder, passwordFile]) chownSync(path, place.account.uid, place.account.gid)
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
    ...idsOf(place.account),
    encoding: 'utf8',
    cwd: place.data,
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
  })
  rmSync(folder, { recursive: true, force: true })
  if (done.status !== 0)
    throw new Error(`The database could not be created in ${place.data}: ${done.stderr || done.error?.message}`)
}

/**
 * After a crash it first works through its log, which takes minutes on a slow disk. Ending before that is done would let it begin again at the
 * next start: in a container it ends with us.
 */
const isRecovering = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '57P03' && !/shutting down/.test(String(message))
}

/** Waits until the server accepts connections. */
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
      const isLate = Date.now() > deadline && !isRecovering(error)
      if (isWrongPassword(error) || isLate || !running(place.data)) throw error
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
