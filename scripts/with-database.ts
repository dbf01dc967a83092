/** A command of an operator that works on the database of the installation, whether a server runs or not. */

import { prepareDatabase } from '#server/compose/prepare-database.ts'
import { loadConfig } from '#server/config.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createLog } from '#server/platform/log.ts'

type Refuse = (error: unknown) => never

/** Prints what did not happen with the reason, and ends the program with 1. */
export const refusing =
  (refused: string): Refuse =>
  (error) => {
    console.error(`${refused}: ${(error as Error).message}`)
    process.exit(1)
  }

/** Does the work on the database that the configuration names, brought up to date. What fails is refused. */
export async function withDatabase(refuse: Refuse, work: (db: Database) => Promise<void>): Promise<void> {
  try {
    const config = loadConfig()
    const database = await openDatabase(config, { onLost: refuse })
    const pool = createPool(database.url, 2)
    try {
      await prepareDatabase(pool, config, createLog(config.logLevel))
      await work(createDatabase(pool))
    } finally {
      // A database that this command started stops with it, also when the work was refused.
      await pool.end()
      await database.leave()
    }
  } catch (error) {
    refuse(error)
  }
}
