/**
 * Who is alive: an executor holds a session advisory lock named by its id for as long as its process lives. Postgres drops the
 * lock with the connection, so a killed process is known to be dead at once and a frozen one is not taken for dead.
 */

import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ClientBase } from 'pg'
import type { Pool } from '#server/platform/database/pool.ts'
import { createSession } from '#server/platform/database/pool.ts'
import { LOCK_CLASSES } from '#server/platform/locks/advisory-locks.ts'
import { transaction } from './store.ts'

/** The connection of a process killed a moment ago may still be closing. */
const PATIENCE_MS = 3_000
const RETRY_MS = 100

export class ExecutorTaken extends Error {
  constructor(id: string) {
    super(
      `Another process already works as executor "${id}" on this database. Stop it first, or give this one another name (EXECUTOR_ID).`,
    )
    this.name = 'ExecutorTaken'
  }
}

const lockKey = (id: string): number => createHash('sha256').update(id).digest().readInt32BE(0) & 0x7fffffff

export interface Liveness {
  /**
   * Takes the lock on a new connection: for when it is known to be free, which its lost connection does not know yet. Tries it once, and
   * continues in the background while the database is away.
   */
  holdAgain(): Promise<void>
  release(): Promise<void>
}

export interface LivenessOptions {
  databaseUrl: string
  executorId: string
  role: string
  /** After a database restart another process got the id: this process must stop. */
  onLost: (error: Error) => void
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** @throws ExecutorTaken when another live process has the id */
export async function holdExecutorId(options: LivenessOptions): Promise<Liveness> {
  let released = false
  let client: pg.Client | undefined

  const take = async (): Promise<void> => {
    const fresh = createSession(options.databaseUrl, {
      name: `chowk executor ${options.executorId}`,
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    await fresh.connect()
    try {
      await lock(fresh, options)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (released) return void fresh.end().catch(() => {})
    client = fresh
    fresh.once('end', () => {
      if (released || client !== fresh) return
      client = undefined
      void again()
    })
  }

  /** @returns false when the database is away */
  const tryAgain = async (): Promise<boolean> => {
    try {
      await take()
    } catch (error) {
      if (!(error instanceof ExecutorTaken)) return false
      options.onLost(error)
    }
    return true
  }

  const again = async (): Promise<void> => {
    do await delay(RETRY_MS)
    while (!released && !(await tryAgain()))
  }

  await take()
  return {
    async holdAgain() {
      const lost = client
      if (!lost || released) return
      client = undefined
      // Nobody waits for it: a connection to a host that vanished may never end, and others take the runs of this process meanwhile.
      lost.end().catch(() => {})
      if (!(await tryAgain())) void again()
    },
    async release() {
      released = true
      await client?.end().catch(() => {})
    },
  }
}

async function lock(client: pg.Client, { executorId, role }: LivenessOptions): Promise<void> {
  const key = lockKey(executorId)
  for (const until = Date.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    const got = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
      LOCK_CLASSES.executor,
      key,
    ])
    if (got.rows[0]?.held) break
    if (Date.now() > until) throw new ExecutorTaken(executorId)
  }
  await client.query(
    'insert into executors (id, role) values ($1, $2) on conflict (id) do update set role = excluded.role, started_at = now()',
    [executorId, role],
  )
}

const heldKeys = async (pool: Pool): Promise<Set<number>> => {
  const held = await pool.query<{ objid: number }>(
    `select objid::int8 as objid from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK_CLASSES.executor],
  )
  return new Set(held.rows.map((row) => Number(row.objid)))
}

/** How many processes that run workflows are alive. */
export async function countLiveWorkers(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>("select id from executors where role <> 'web'")
  const held = await heldKeys(pool)
  return rows.filter(({ id }) => held.has(lockKey(id))).length
}

/** Whether any process that runs workflows is alive. */
export const hasLiveWorker = async (pool: Pool): Promise<boolean> => (await countLiveWorkers(pool)) > 0

/**
 * The executors among those that have work or are registered whose process is gone.
 * @param own looked at in any case: other processes take the work and the registration of one that they believe dead
 */
export async function findDead(pool: Pool, own: string): Promise<string[]> {
  const known = await pool.query<{ id: string }>(
    `select distinct executor as id from executions where status = 'running' and executor is not null
     union select id from executors union select distinct taken_by from queue_jobs where taken_by is not null union select $1::text`,
    [own],
  )
  const alive = await heldKeys(pool)
  return known.rows.map((row) => row.id).filter((id) => !alive.has(lockKey(id)))
}

/**
 * Runs `work` in a transaction that holds a dead executor's lock: no process of that name can start meanwhile.
 * @returns false, without having called `work`, when it is alive after all
 */
export function withDeadExecutor(
  pool: Pool,
  id: string,
  work: (client: ClientBase) => Promise<void>,
): Promise<boolean> {
  return transaction(pool, async (client) => {
    const got = await client.query<{ held: boolean }>('select pg_try_advisory_xact_lock($1, $2) as held', [
      LOCK_CLASSES.executor,
      lockKey(id),
    ])
    if (!got.rows[0]?.held) return false
    await work(client)
    return true
  })
}
