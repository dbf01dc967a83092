/**
 * Reads that may be a few seconds old, on a replica where the operator names one. It is used while it follows the primary closely enough, and
 * is otherwise passed over for the primary. Only what is handed a reader uses it: what decides about rights, money or a change never does.
 */
import type { PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import { SECOND_MS } from '#shared/time.ts'
import type { Connections } from './connections-per-caller.ts'
import { createDatabase, type Database } from './database.ts'
import { isOutage } from './outage.ts'
import type { Pool } from './pool.ts'

/** A replica further behind is not read from. */
const MOST_LAG_MS = 5_000
const LOOK_EVERY_MS = SECOND_MS
/** Of the primary's positions: older ones say no more than that the replica is too late. */
const MEMORY_MS = 60_000

export interface Reader {
  db: Database
  /** Grows whenever reads move between the replica and the primary, so that a cache never takes the older one's answer for the newer one's. */
  generation(): number
}

export interface Replica extends Reader {
  /** How far it is behind, in ms; null while it is not known: away, not a replica of this database, or too far behind to tell. */
  lag(): number | null
  /** Compares it with the primary now, instead of with the next second. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** Reads from the primary. */
export const readPrimary = (db: Database): Reader => ({ db, generation: () => 0 })

const PRIMARY = `select pg_current_wal_lsn() - '0/0' as position, (select id from installation) as installation`
const REPLICA = `select pg_last_wal_replay_lsn() - '0/0' as position, (select id from installation) as installation,
  pg_is_in_recovery() as is_replica`

interface Seen {
  position: number | null
  installation: string | null
  is_replica?: boolean
}

export interface ReplicaOptions {
  replica: Pool
  /** Where reads go otherwise. */
  primary: Connections
  /** Asks the primary for its position. */
  probe: Pool
  warn: (detail: object, message: string) => void
  /** ms, for tests */
  now?: () => number
}

/** Not a fault of the statement: the replica is away, or had to give the statement up to keep up with the primary. */
const isOfReplica = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  return code !== '57014' && isOutage(error)
}

const BEGIN = /^\s*(?:begin|start\s+transaction)\b/i

export function followReplica({
  replica,
  primary,
  probe,
  warn,
  now = () => performance.now(),
}: ReplicaOptions): Replica {
  /** Where the primary was, the oldest first. */
  let positions: { at: number; position: number }[] = []
  let lag: number | null = null
  let isUsed = false
  let generation = 0

  const use = (used: boolean, reason?: unknown) => {
    if (used === isUsed) return
    isUsed = used
    generation++
    if (!used) warn({ err: reason, lag_ms: lag }, 'reads go to the primary: the replica is away or too far behind')
  }

  /** The age of the newest position of the primary that the replica has reached. */
  const lagAt = (position: number): number | null => {
    const reached = positions.findLast((one) => one.position <= position)
    const next = reached && positions[positions.indexOf(reached) + 1]
    // At the newest known position it lacks nothing that is known of.
    return reached ? (next ? now() - reached.at : 0) : null
  }

  const look = async () => {
    try {
      const [there] = (await probe.query<Seen>(PRIMARY)).rows
      const at = now()
      if (there?.position != null) positions.push({ at, position: there.position })
      positions = positions.filter((one) => at - one.at < MEMORY_MS)
      const [here] = (await replica.query<Seen>(REPLICA)).rows
      if (!here?.is_replica || here.position === null || here.installation !== there?.installation)
        throw new Error('DATABASE_READ_URL is not a replica of this database')
      lag = lagAt(here.position)
      use(lag !== null && lag <= MOST_LAG_MS)
    } catch (error) {
      lag = null
      use(false, error)
    }
  }

  const lend = (client: PoolClient): PoolClient => {
    let isTransaction = false
    const query = async (text: string, values?: unknown[]) => {
      if (BEGIN.test(text)) isTransaction = true
      try {
        return await client.query(text, values)
      } catch (error) {
        if (isTransaction || !isOfReplica(error)) throw error
        use(false, error)
        return primary.query(text, values)
      }
    }
    return { query, release: (problem?: boolean | Error) => client.release(problem) } as unknown as PoolClient
  }

  const pool: PostgresPool = {
    options: {},
    end: async () => {},
    async connect() {
      if (!isUsed) return primary.connect()
      try {
        return lend(await replica.connect())
      } catch (error) {
        use(false, error)
        return primary.connect()
      }
    },
  }

  let looking: Promise<void> = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_EVERY_MS).unref()
  return {
    db: createDatabase(pool),
    generation: () => generation,
    lag: () => lag,
    look,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
