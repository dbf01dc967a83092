/**
 * The connections of a pool, a few at a time for each caller. Without this, some twenty requests of one account whose statements are slow,
 * or wait for a lock, would hold every connection, and all others would be told that the database is away.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import { createTurns } from '#server/turns.ts'
import type { Pool } from './pool.ts'

const asking = new AsyncLocalStorage<string>()

/** Does the work for this caller: whatever connections it takes of a pool with turns are the caller's. */
export const askingAs = <T>(caller: string, work: () => T): T => asking.run(caller, work)

/**
 * @param width how many connections one caller has at most; work for nobody in particular takes as many as it needs
 * @returns the pool for `createDatabase`
 */
export function withTurns(pool: Pool, width: number): PostgresPool {
  const inTurn = createTurns(width)
  return {
    options: {},
    end: () => pool.end(),
    connect() {
      const caller = asking.getStore()
      if (caller === undefined) return pool.connect()
      return new Promise((resolve, reject) => {
        void inTurn(caller, () => pool.connect().then((client) => untilReleased(client, resolve), reject))
      })
    },
  }
}

/** Lends a connection. The pool gives it another `release` the next time. @returns when it is back in the pool */
const untilReleased = (client: PoolClient, lend: (client: PoolClient) => void): Promise<void> =>
  new Promise((released) => {
    const release = client.release.bind(client)
    client.release = (problem) => {
      release(problem)
      released()
    }
    lend(client)
  })
