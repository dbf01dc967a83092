/** The connection pools of a process: one per task, so that no task can take the connections of another. */
import { type Connections, limitConnectionsPerCaller } from './connections-per-caller.ts'
import { createDatabase, type Database } from './database.ts'
import { createPool, type Pool, type PoolLimits } from './pool.ts'

/** Postgres cancels a request's statement after this time. The request itself ends 1.5 s later (`platform/http/deadline.ts`). */
const STATEMENT_MS = 8_000
const CONNECTIONS_PER_CALLER = 4

export interface Pools {
  /** Runs and jobs. */
  pool: Pool
  db: Database
  /** Requests: both are the same connections, a few for each caller. */
  requestDb: Database
  requestConnections: Connections
  /** The same without a limit per caller, to see whether there are any. */
  requestPool: Pool
  /** Sign-in. */
  identityPool: Pool
  /** Health checks and probes. */
  probePool: Pool
}

/** @param deadlineFactor multiplies how long a request's statement may take */
export function openPools(databaseUrl: string, deadlineFactor: number, onStop: (end: () => unknown) => void): Pools {
  const open = (max: number, limits: PoolLimits = {}) => {
    const pool = createPool(databaseUrl, max, limits)
    onStop(() => pool.end())
    return pool
  }
  const pool = open(16)
  const requestPool = open(16, { statementMs: STATEMENT_MS * deadlineFactor })
  const requestConnections = limitConnectionsPerCaller(requestPool, CONNECTIONS_PER_CALLER)
  return {
    pool,
    db: createDatabase(pool),
    requestDb: createDatabase(requestConnections),
    requestConnections,
    requestPool,
    identityPool: open(4),
    probePool: open(2, { statementMs: STATEMENT_MS }),
  }
}
