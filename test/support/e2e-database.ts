/** The database of the product under browser tests, for what no person can bring about in a test: that time has passed. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import type { TestDatabase } from './database.ts'
import { raise } from './raise.ts'

/** Where the server on a port says which data folder it has. */
export const folderNote = (port: string): string => join(tmpdir(), `chowk-e2e-${port}.folder`)

/** Where the server on a port says which address its test gateway has. */
export const gatewayNote = (port: string): string => join(tmpdir(), `chowk-e2e-${port}.gateway`)

/** What happens at the test gateway without a buyer: a bank disputes a payment, or decides. @returns what it is about */
export async function tellE2eGateway(url: string, path: string, body: object): Promise<{ id: string }> {
  const gateway = readFileSync(gatewayNote(new URL(url).port), 'utf8')
  const answer = await fetch(gateway + path, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`The test gateway answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

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
