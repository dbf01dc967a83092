/** The connections of one process, in pools of their own, so that none of its tasks takes those of another. */
import { createDatabase, type Database } from './database.ts'
import { createPool, type Pool } from './pool.ts'
import { withTurns } from './turns-at-connections.ts'

/** A statement of a request that takes longer is given up: its caller is told so, or has been. */
const STATEMENT_MS = 8_000
const CONNECTIONS_OF_ONE_CALLER = 4

export interface Pools {
  /** For runs and jobs. */
  pool: Pool
  db: Database
  /** For requests. */
  requestDb: Database
  /** For signing in. */
  identityPool: Pool
  /** For those who ask whether this process is well. */
  probePool: Pool
}

export function openPools(databaseUrl: string, onStop: (end: () => unknown) => void): Pools {
  const open = (max: number, limits: Parameters<typeof createPool>[2] = {}) => {
    const pool = createPool(databaseUrl, max, limits)
    onStop(() => pool.end())
    return pool
  }
  const pool = open(16)
  const requestPool = open(16, { statementMs: STATEMENT_MS })
  return {
    pool,
    db: createDatabase(pool),
    requestDb: createDatabase(withTurns(requestPool, CONNECTIONS_OF_ONE_CALLER)),
    identityPool: open(4),
    probePool: open(2, { statementMs: STATEMENT_MS }),
  }
}
