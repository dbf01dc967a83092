/**
 * Limits how many connections of a pool one caller can use at a time. Without a limit, 20 requests from one account that run slow
 * statements, or wait for a lock, would take every connection, and everyone else would get 503.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import type { Pool } from './pool.ts'

const currentCaller = new AsyncLocalStorage<string>()

const isReadOnly = new AsyncLocalStorage<true>()

/**
 * Runs `task` so that the connections it takes from a limited pool refuse every change (Postgres' error 25006). Each is lent inside a
 * transaction that only reads, and not with a setting of its own, which a pooler between us and Postgres would pass on to others.
 */
export const runReadOnly = <T>(task: () => T): T => isReadOnly.run(true, task)

/** Opens the transaction that refuses changes; giving the client back ends it. */
async function lendReadOnly(client: PoolClient): Promise<PoolClient> {
  const release = client.release.bind(client)
  try {
    await client.query('begin transaction read only')
  } catch (error) {
    release(true)
    throw error
  }
  client.release = (problem) => {
    if (problem) return release(problem)
    client.query('rollback').then(
      () => release(),
      () => release(true),
    )
  }
  return client
}

/** Runs `task` for this caller: connections it takes from a limited pool count as theirs. */
export const runAsCaller = <T>(caller: string, task: () => T): T => currentCaller.run(caller, task)

/** What code without Kysely uses of a pool. */
export interface Connections {
  connect(): Promise<PoolClient>
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>
}

/** Runs `task` for no caller in particular: everyone waits for its result, so it must not queue behind one caller's requests. */
export const runForEveryone = <T>(task: () => T): T => currentCaller.exit(task)

/** One caller's questions must not take all connections either, when each is about something that nobody has asked for yet. */
const SHARED_TASKS_PER_CALLER = 4
const withSharedSlot = createKeyedSemaphore(SHARED_TASKS_PER_CALLER)

export interface SharedTask<T> {
  /** Resolves with the result of the task, which begins when one of those who joined has a slot. */
  join(): Promise<T>
}

/**
 * A task that several callers may wait for. It runs for everyone, and counts as one of the few that a caller may have under way for the
 * caller whose slot it began in; another caller who joins it begins it at once if the first is still queueing.
 */
export function createSharedTask<T>(task: () => Promise<T>): SharedTask<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const queueing = new Set<string>()
  let isStarted = false
  const start = async (): Promise<void> => {
    if (isStarted) return
    isStarted = true
    await runForEveryone(task).then(resolve, reject)
  }
  return {
    join() {
      const caller = currentCaller.getStore()
      if (caller === undefined) void start()
      else if (!isStarted && !queueing.has(caller)) {
        queueing.add(caller)
        void withSharedSlot(caller, start)
      }
      return promise
    },
  }
}

/**
 * Wraps a pool. Work outside `runAsCaller` is not limited.
 * @param limit connections per caller
 */
export function limitConnectionsPerCaller(pool: Pool, limit: number): PostgresPool & Connections {
  const withSlot = createKeyedSemaphore(limit)
  const lend = (): Promise<PoolClient> => {
    const caller = currentCaller.getStore()
    if (caller === undefined) return pool.connect()
    return new Promise((resolve, reject) => {
      void withSlot(caller, () => pool.connect().then((client) => lendUntilReleased(client, resolve), reject))
    })
  }
  const connect = async (): Promise<PoolClient> => {
    const client = await lend()
    return isReadOnly.getStore() ? lendReadOnly(client) : client
  }
  return {
    options: {},
    end: () => pool.end(),
    connect,
    async query<R extends QueryResultRow>(text: string, values?: unknown[]) {
      const client = await connect()
      try {
        return await client.query<R>(text, values)
      } finally {
        // A broken connection is not reused: the pool detects it.
        client.release()
      }
    },
  }
}

/** Resolves when the client is back in the pool. The pool sets a new `release` each time it lends a client. */
const lendUntilReleased = (client: PoolClient, lend: (client: PoolClient) => void): Promise<void> =>
  new Promise((released) => {
    const release = client.release.bind(client)
    client.release = (problem) => {
      release(problem)
      released()
    }
    lend(client)
  })
