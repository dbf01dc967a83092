/** The database of the product under browser tests, for what no person can bring about in a test: that time has passed. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#server/database/database.ts'
import { joinPostgres } from '#server/database/embedded/postgres.ts'
import { createPool } from '#server/database/pool.ts'
import type { TestDatabase } from './database.ts'
import { raise } from './raise.ts'

/** Where the server on a port says which data folder it has. */
export const folderNote = (port: string): string => join(tmpdir(), `chowk-e2e-${port}.folder`)

/** `drop` leaves the database as it is. */
export async function joinDatabaseOf(dataDir: string): Promise<TestDatabase> {
  const postgres = await joinPostgres({ dataDir, database: 'chowk', onLost: raise })
  const pool = createPool(postgres.url, 2)
  const drop = async () => {
    await pool.end()
    await postgres.leave()
  }
  return { url: postgres.url, pool, db: createDatabase(pool), drop }
}

export const joinE2eDatabase = (url: string): Promise<TestDatabase> =>
  joinDatabaseOf(readFileSync(folderNote(new URL(url).port), 'utf8'))
