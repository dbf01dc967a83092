/**
 * Limits how many connections of a pool one caller can use at a time. Without a limit, 20 requests from one account that run slow
 * statements, or wait for a lock, would take every connection, and everyone else would get 503.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import { createKeyedSemaphore } from '#server/platform/locks/keyed-semaphore.ts'
import type { Pool } from './pool.ts'

const currentCaller = new AsyncLocalStorage<string>()

/** Runs `task` for this caller: connections it takes from a limited pool count as theirs. */
export const runAsCaller = <T>(caller: string, task: () => T): T => currentCaller.run(caller, task)

/** What code without Kysely uses of a pool. */
export interface Connections {
  connect(): Promise<PoolClient>
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>
}

/** Runs `task` for no caller in particular: everyone waits for its result, so it must not queue behind one caller's requests. */
export const runForEveryone = <T>(task: () => T): T => currentCaller.exit(task)

/**
 * Wraps a pool. Work outside `runAsCaller` is not limited.
 * @param limit connections per caller
 */
export function limitConnectionsPerCaller(pool: Pool, limit: number): PostgresPool & Connections {
  const withSlot = createKeyedSemaphore(limit)
  const connect = (): Promise<PoolClient> => {
    const caller = currentCaller.getStore()
    if (caller === undefined) return pool.connect()
    return new Promise((resolve, reject) => {
      void withSlot(caller, () => pool.connect().then((client) => lendUntilReleased(client, resolve), reject))
    })
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
