/**
 * The connections of a process to the database, in one place: pools, one per task, so that no task can take the connections of another, and
 * sessions (`createSession`), which are never shared and go around a pooler.
 *
 * | session | how many | what for |
 * | journal | 2 | prepared statements under settings of their own |
 * | bus, notices, edits | 3 | LISTEN |
 * | executor | 1, not for `web` | its lock says that it is alive |
 * | instance | 1, for `all` | its lock keeps a second server away |
 * | member | 1, with the embedded database | its lock keeps the database running |
 */
import { type Connections, limitConnectionsPerCaller } from './connections-per-caller.ts'
import { createDatabase, type Database } from './database.ts'
import { createPool, type Pool, type PoolLimits } from './pool.ts'
import { followReplica, type Reader, type Replica, type ReplicaOptions, readPrimary } from './reader.ts'

/** Postgres cancels a request's statement after this time. The request itself ends 1.5 s later (`platform/http/deadline.ts`). */
const STATEMENT_MS = 8_000
/** One caller takes at most this part of the connections of requests. */
const CALLER_SHARE = 1 / 4
const PROBES = 2

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
  /** For what may be a few seconds old. */
  reader: Reader
  /** Null where none is named. */
  replica: Replica | null
}

export interface PoolsOptions {
  url: string
  /** The address is that of a pooler in transaction mode. */
  throughPooler: boolean
  /** Of a replica; absent: the primary is read from. */
  readUrl?: string | undefined
  /** Of all pools together, at least 8. A replica has as many as requests have. */
  connections: number
  /** Multiplies how long a request's statement may take. */
  deadlineFactor: number
  warn: (detail: object, message: string) => void
}

/** What each pool gets of all connections. */
export function dividePools(connections: number): { runs: number; requests: number; signIn: number; probes: number } {
  const signIn = Math.max(2, Math.round(connections / 10))
  const rest = connections - PROBES - signIn
  return { runs: Math.ceil(rest / 2), requests: Math.floor(rest / 2), signIn, probes: PROBES }
}

export function openPools(options: PoolsOptions, onStop: (end: () => unknown) => void): Pools {
  const { url, throughPooler, connections, deadlineFactor } = options
  const open = (max: number, limits: PoolLimits = {}) => {
    const pool = createPool(url, max, { ...limits, throughPooler })
    onStop(() => pool.end())
    return pool
  }
  const { runs, requests, signIn, probes } = dividePools(connections)
  const pool = open(runs)
  const requestPool = open(requests, { statementMs: STATEMENT_MS * deadlineFactor })
  const requestConnections = limitConnectionsPerCaller(requestPool, Math.max(1, Math.floor(requests * CALLER_SHARE)))
  const requestDb = createDatabase(requestConnections)
  const probePool = open(probes, { statementMs: STATEMENT_MS })
  const replica = openReplica(options, requests, { primary: requestConnections, probe: probePool }, onStop)
  return {
    pool,
    db: createDatabase(pool),
    requestDb,
    requestConnections,
    requestPool,
    identityPool: open(signIn),
    probePool,
    reader: replica ?? readPrimary(requestDb),
    replica,
  }
}

function openReplica(
  { readUrl, deadlineFactor, warn }: PoolsOptions,
  most: number,
  others: Pick<ReplicaOptions, 'primary' | 'probe'>,
  onStop: (end: () => unknown) => void,
): Replica | null {
  if (readUrl === undefined) return null
  // There may be a pooler in front of it too.
  const pool = createPool(readUrl, most, { statementMs: STATEMENT_MS * deadlineFactor, throughPooler: true })
  onStop(() => pool.end())
  const replica = followReplica({ ...others, replica: pool, warn })
  onStop(() => replica.stop())
  return replica
}
