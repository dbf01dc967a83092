/**
 * Supervises the embedded Postgres. It runs detached, so that a `kill -9` of this process leaves a healthy orphan,
 * which the next start adopts through `postmaster.pid`. The last process to leave stops it: every user holds a shared
 * advisory lock, and a leaving process that can make it exclusive is the last one. When it ends under its users, one of
 * them starts it again.
 */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '#server/platform/database/outage.ts'
import { createSession } from '#server/platform/database/pool.ts'
import { passwordOf, prepareCluster, wrongPasswordMessage } from './cluster.ts'
import { claimUse, type Use } from './in-use.ts'
import { Membership, OwnServer } from './membership.ts'
import { findPlace, type Place } from './place.ts'
import { readPostmaster, START_TIMEOUT_MS, stopServer } from './postmaster.ts'
import { withStartLock } from './start-lock.ts'

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
  /** Between two heartbeats, for tests; 1,000 when absent. */
  beatMs?: number
  /** The server ended while it was used, or does not come back. */
  onTrouble?: (message: string, error: Error | null) => void
  /** Another machine or container has taken the database over. The server here is killed already; this process has to end. */
  onLost: (error: Error) => void
}

/**
 * Starts or adopts the server of `dataDir`, creates the database when missing, and joins its users. When the server ends while it
 * is used (killed, out of memory, a crash) it is started again on its port, so that connection pools find it again.
 */
export async function joinPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, databaseDir } = options
  mkdirSync(dataDir, { recursive: true })
  const place = await findPlace({ dataDir, databaseDir })
  const password = passwordOf(dataDir)
  if (password === '') throw new Error(wrongPasswordMessage(dataDir, place.data))
  const server = new OwnServer(place)
  let joined: Membership | null = null
  const use = await claimUse(
    place,
    (error) => {
      server.kill()
      joined?.abandon()
      // A start that is still under way fails with it.
      if (joined) options.onLost(error)
    },
    options.beatMs,
  )
  const hasEnded = () => readPostmaster(place.data) === null
  try {
    const { url, membership } = await withStartLock(place.data, () =>
      joinAt({ ...options, place, password, server, use }),
    )
    use.check()
    joined = membership
    return { url, leave: async () => use.end((await membership.leave()) && hasEnded()) }
  } catch (error) {
    await use.end(hasEnded())
    throw error
  }
}

interface JoinOptions extends EmbeddedOptions {
  place: Place
  password: string
  server: OwnServer
  use: Use
}

async function joinAt(options: JoinOptions) {
  const { dataDir, place, password, server, use } = options
  await prepareCluster(place, dataDir, password, use)
  for (let attempt = 1; ; attempt++) {
    const { pid, port, isAdopted } = await server.ensure(use, options)
    const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
    try {
      await createDatabaseIfMissing(urlOf('postgres'), options, place)
      const membership = new Membership({ ...options, port, url: urlOf('postgres') })
      await membership.join()
      return { url: urlOf(options.database), membership }
    } catch (error) {
      use.check()
      // Its last user was just stopping it.
      if (isAdopted && attempt < JOIN_ATTEMPTS && isOutage(error)) continue
      // One that only recovers slowly is left to it: the next start adopts it.
      if (!isAdopted && isWrongPassword(error)) await stopServer(pid)
      throw isWrongPassword(error) ? new Error(wrongPasswordMessage(dataDir, place.data)) : error
    }
  }
}

const isWrongPassword = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '28P01'

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
    const client = createSession(url, { name: 'chowk start' })
    try {
      await client.connect()
      const found = await client.query('select 1 from pg_database where datname = $1', [options.database])
      if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(options.database)}`)
      return
    } catch (error) {
      const isLate = Date.now() > deadline && !isRecovering(error)
      if (isWrongPassword(error) || isLate || !readPostmaster(place.data)) throw error
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
