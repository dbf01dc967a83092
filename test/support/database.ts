/** A database of its own for a test file, cloned from the migrated template in about 50 ms of processor time. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { checkOneConnection, outside } from './one-connection.ts'
import { withDatabase } from './template.ts'

export interface TestDatabase {
  url: string
  pool: Pool
  db: Database
  /** Closes the pool and drops the database, whoever is still connected. */
  drop(): Promise<void>
}

/** One for all test files of a process: each connection is a process of Postgres, and many files make several databases. */
let server: Pool | undefined

async function onServer(sql: string): Promise<void> {
  server ??= createPool(inject('databaseServer'), 1, { waitMs: 60_000 })
  const pool = server
  await outside(() => pool.query(sql))
}

export const createTestDatabase = (): Promise<TestDatabase> => createFrom(inject('databaseTemplate'))

/** Without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createFrom('template0')

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `chowk_t_${randomBytes(8).toString('hex')}`
  // Copied as files: through the log, which nobody here replays, creating and dropping take twice the processor time.
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(inject('databaseServer'), name)
  // A busy machine makes queries wait; how long they may is another test's question.
  const pool = createPool(url, 10, { waitMs: 60_000 })
  return {
    url,
    pool,
    db: createDatabase(pool),
    drop: async () => {
      await pool.end()
      await onServer(`drop database if exists ${name} with (force)`)
      checkOneConnection()
    },
  }
}
