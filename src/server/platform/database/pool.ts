/** The connection pool, with the few type parsers the product relies on. */
import pg from 'pg'
import { TracedClient } from '#server/platform/tracing/traced-client.ts'
import { boundStatements } from './bound-statements.ts'
import { PreparingClient } from './preparing-client.ts'

/** bigint counts and paise stay below 2^53 by design, so they are read as numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Pool = pg.Pool

/**
 * A host that vanishes answers nothing and closes nothing. Without a first delay of its own a connection would seem alive for the two
 * hours that kernels wait before they probe; so it is given up after about 20 s.
 */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

export interface PoolLimits {
  /** How long a query waits for a free connection before it fails, in ms. */
  waitMs?: number
  /** Postgres cancels a statement after this time in ms, lock waits included. No limit when absent. */
  statementMs?: number
  /** The address is that of a pooler in transaction mode, such as PgBouncer: nothing may be set for a session. */
  throughPooler?: boolean
}

/** A pool whose idle connections may die (a database restart) without taking the process with them. */
export function createPool(url: string, max = 10, limits: PoolLimits = {}): Pool {
  const { waitMs = 5_000, statementMs, throughPooler = false } = limits
  const pool = new pg.Pool({
    connectionString: url,
    Client: throughPooler ? TracedClient : PreparingClient,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: waitMs,
    ...KEEP_ALIVE,
    ...(statementMs !== undefined && !throughPooler && { statement_timeout: statementMs }),
    allowExitOnIdle: true,
  })
  pool.on('error', () => {
    // The pool has already removed the connection; the next query opens a new one or reports the outage itself.
  })
  // A connection that dies while it is lent out (a transaction) reports to its query and also to its listeners: without
  // a listener the process would end.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (statementMs !== undefined && throughPooler) boundStatements(client, statementMs)
  })
  return pool
}

/** How a connection of its own differs from others. */
export interface SessionOptions {
  /** Shown in `pg_stat_activity`, which cuts it at 63 bytes. */
  name: string
  /** Settings of the session, as in `-c jit=off`. */
  options?: string
}

/**
 * A connection outside of all pools, for what belongs to a session: locks, LISTEN, settings, prepared statements. Never through a pooler in
 * transaction mode. Not connected yet; an error of a connection that breaks while it is idle is dropped, its `end` event is not.
 */
export function createSession(url: string, { name, options }: SessionOptions): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    ...(options !== undefined && { options }),
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
  })
  client.on('error', () => {})
  return client
}
