/** Typed SQL over the pool. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from './pool.ts'
import type Schema from './types/Database.ts'

export type Database = Kysely<Schema>
/** What a store function takes: the database, or a transaction on it. */
export type Queryable = Kysely<Schema> | Transaction<Schema>

export const createDatabase = (pool: Pool): Database => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
