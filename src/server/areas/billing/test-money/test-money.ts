/**
 * Test money: credits, plans and sales that were paid through the built-in gateway or with test keys. Nothing in the books tells it from
 * real money, so an installation that takes real payments holds none: it is removed once, before the live keys are used.
 */

import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { endNow } from '#server/areas/billing/subscriptions/endings.ts'
import { findLive } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import {
  countOpenCharges,
  countTestOrders,
  endEverything,
  findBalancingLines,
  findMoneyInBooks,
  findSubscribers,
} from './test-money.store.ts'

interface Start {
  /** No money moves at the gateway that is set up. */
  isTest: boolean
  warn(detail: object, message: string): void
}

/** Whether invoices are tests where no gateway is set up that says so: what the books hold was paid with test money. */
export async function holdsTestMoneyAlone(db: Queryable): Promise<boolean> {
  const { test, real, unknown } = await findMoneyInBooks(db)
  return test && !real && !unknown
}

/**
 * Asked by every start that takes payments: test and real money do not go into the same books. Books that hold both from before this was
 * asked are told of.
 * @throws Error that says what to do
 */
export async function checkBooks(db: Database, { isTest, warn }: Start): Promise<void> {
  const { test, real, unknown } = await findMoneyInBooks(db)
  if (isTest && real)
    throw new Error(
      'This database holds real payments, and test payments would count like them.\n' +
        'Set the live keys again, use another database for tests, or start without payments: TEST_GATEWAY=no and no RAZORPAY_KEY_ID.',
    )
  if (isTest || !test) return
  if (real || unknown)
    return warn(
      { test_orders: await countTestOrders(db) },
      'the books hold test payments besides real ones; they count like real money',
    )
  throw new Error(
    'This database holds test payments. With live keys they would count as real money: test credits could be spent, and sellers would be paid for test sales.\n' +
      'Run `npm run test-money -- remove` once, or use another database. Until then start without the live keys.',
  )
}

/**
 * Sets every balance to 0 and ends what test money bought. People, agents, workflows and runs stay.
 * @returns how many orders were removed from the books
 * @throws Error when real payments are in the same books, or paid runs have not ended
 */
export async function removeTestMoney(db: Database, now = new Date()): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { test, real, unknown } = await findMoneyInBooks(tx)
    if (!test) return 0
    if (real || unknown)
      throw new Error('These books also contain real payments, which can no longer be told apart from test payments.')
    const open_charges = await countOpenCharges(tx)
    if (open_charges > 0)
      throw new Error(
        `${open_charges} paid ${open_charges === 1 ? 'run has' : 'runs have'} not ended. Let them end or cancel them, then try again.`,
      )
    const orders = await countTestOrders(tx)
    for (const user of await findSubscribers(tx)) {
      await lockOwner(tx, user)
      const live = await findLive(tx, user)
      if (live) await endNow(tx, live, { move: 'over', kind: 'ended', now })
    }
    const lines = await findBalancingLines(tx)
    if (lines.length > 0) {
      const id = uuidv7()
      await postToLedger(tx, {
        key: `test_money:${id}`,
        kind: 'test_money_removed',
        cause: { type: 'test_money', id },
        lines,
      })
    }
    await endEverything(tx, now)
    return orders
  })
}
