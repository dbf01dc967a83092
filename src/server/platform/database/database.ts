/** Typed SQL over the pool. */
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import type { ClientBase, PoolClient } from 'pg'
import type Schema from './types/Database.ts'

export type Database = Kysely<Schema>
/** What a store function takes: the database, or a transaction on it. */
export type Queryable = Kysely<Schema> | Transaction<Schema>

export const createDatabase = (pool: PostgresPool): Database =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Raises the time limit of a request's statements for this transaction. @param ms per statement */
export const allowLonger = (tx: Transaction<Schema>, ms: number): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)

/**
 * The same on one connection, inside its open transaction, which its opener ends. A nested transaction is refused: its
 * end would end the outer one.
 */
export const createDatabaseOn = (client: ClientBase): Database => {
  // Lends the one connection and takes it back without closing it.
  const lent = { query: client.query.bind(client), release: () => {} } as unknown as PoolClient
  const pool = { connect: async () => lent, end: async () => {}, options: {} }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const transaction = () => {
    throw new Error('A transaction is already open on this connection')
  }
  return Object.assign(db, { transaction, startTransaction: transaction })
}
