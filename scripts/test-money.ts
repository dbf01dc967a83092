/**
 * `npm run test-money -- remove`: takes test payments out of the books before live keys are used. Balances become 0, and plans and
 * purchases that were paid with test money end; people, agents, workflows and runs stay.
 */
import { loadConfig } from '#server/config.ts'
import { createDatabase } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createPool } from '#server/database/pool.ts'
import { removeTestMoney } from '#server/domain/test-money/test-money.ts'
import { createLog } from '#server/log.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

if (process.argv[2] !== 'remove') {
  console.error('Usage: npm run test-money -- remove')
  process.exit(2)
}

function refuse(error: Error): never {
  console.error(`Nothing was removed: ${error.message}`)
  process.exit(1)
}

try {
  const config = loadConfig()
  const database = await openDatabase(config, { onLost: refuse })
  const pool = createPool(database.url, 2)
  try {
    await prepareDatabase(pool, config, createLog(config.logLevel))
    const orders = await removeTestMoney(createDatabase(pool))
    console.log(orders === 0 ? 'There is no test money in the books.' : `Removed the money of ${orders} test orders.`)
  } finally {
    // A database that this command started stops with it.
    await pool.end()
    await database.leave()
  }
} catch (error) {
  refuse(error as Error)
}
