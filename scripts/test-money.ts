/**
 * `npm run test-money -- remove`: takes test payments out of the books before live keys are used. Balances become 0, and plans and
 * purchases that were paid with test money end; people, agents, workflows and runs stay.
 */
import { removeTestMoney } from '#server/areas/billing/test-money/test-money.ts'
import { refusing, withDatabase } from './with-database.ts'

if (process.argv[2] !== 'remove') {
  console.error('Usage: npm run test-money -- remove')
  process.exit(2)
}

await withDatabase(refusing('Nothing was removed'), async (db) => {
  const orders = await removeTestMoney(db)
  console.log(orders === 0 ? 'There is no test money in the books.' : `Removed the money of ${orders} test orders.`)
})
