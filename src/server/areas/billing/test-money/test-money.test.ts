import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Buying } from '#contract/billing/payments.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { releaseEarnings } from '#server/areas/billing/charges/sweep.ts'
import { findDrift } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { createOrder } from '#server/areas/billing/payments/orders.ts'
import { takePayment } from '#server/areas/billing/payments/take-payment.ts'
import { payForTest } from '#server/areas/billing/payments/verify.ts'
import { findPayable } from '#server/areas/billing/payouts/payouts.store.ts'
import { findLast } from '#server/areas/billing/purchases/purchases.store.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { findLive } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { insertUser } from '#test/support/users.ts'
import { checkBooks, holdsTestMoneyAlone, removeTestMoney } from './test-money.ts'

let database: TestDatabase
let payments: TestPayments
let buyer: UserId
let agent: PaidAgent
beforeEach(async () => {
  database = await createTestDatabase()
  payments = await createTestPayments()
  buyer = await insertUser(database)
  agent = await insertAgent(database, workflow([node('start', 'manual_trigger')], []), {
    type: 'one_time',
    paise: 200_000,
  })
})
afterEach(async () => {
  await payments.peer.close()
  await database.drop()
})

async function buy(buying: Buying, paise: number): Promise<void> {
  const paying = payments.on(database.db)
  const { order } = await createOrder(paying, ordersFor(buyer), {
    buying,
    billing: { name: 'Asha', address: '12 Road, Mumbai 400001', state_code: '27', gstin: null },
    expected_paise: paise,
    idempotency_key: uuidv7(),
  })
  const { razorpay_payment_id } = await payForTest(paying, ordersFor(buyer), order.id, {
    method: 'card',
    outcome: 'success',
  })
  await takePayment(paying, await paying.gateway.payment(razorpay_payment_id ?? ''))
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

let warned: string[] = []
const start = (isTest: boolean) => {
  warned = []
  return checkBooks(database.db, { isTest, warn: (_detail, message) => void warned.push(message) })
}

it('what was paid with test money counts for nothing once real payments are taken', async () => {
  const { db } = database
  await start(false)
  await buy({ purpose: 'credits', subject: { paise: 50_000 } }, 50_000)
  await buy({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 200_000)
  await buy({ purpose: 'plan', subject: { plan_id: 'starter', billing: 'monthly' } }, 100_000)
  await start(true)
  await expect(start(false)).rejects.toThrow('npm run test-money -- remove')
  // Started without payments, it issues no real invoice of them.
  expect(await holdsTestMoneyAlone(db)).toBe(true)

  expect(await removeTestMoney(db)).toBe(3)
  await start(false)
  expect(await holdsTestMoneyAlone(db)).toBe(false)
  expect([await balanceOf(db, 'credits', buyer), await platformBalance(db, 'gateway')]).toEqual([0, 0])
  expect([await findLive(db, buyer), await findLast(db, buyer, agent.agent_id, new Date())]).toEqual([null, null])
  await releaseEarnings(db, inDays(30))
  expect(await findPayable(db, inDays(30))).toEqual([])
  expect(await findDrift(db)).toEqual([])
  expect(await removeTestMoney(db)).toBe(0)
})

it('is not removed while a paid run holds some of it, nor from books that hold real payments', async () => {
  const { db, pool } = database
  await buy({ purpose: 'credits', subject: { paise: 50_000 } }, 50_000)
  await pool.query(
    `insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, split)
     values ($1, $2, $3, $4, $5, 'credits', 100, '{}')`,
    [uuidv7(), buyer, agent.seller, agent.agent_id, agent.agent_version_id],
  )
  await expect(removeTestMoney(db)).rejects.toThrow('1 paid run has not ended')
  await pool.query('delete from charges')
  await buy({ purpose: 'credits', subject: { paise: 70_000 } }, 70_000)
  await pool.query(`update orders set is_test = false, gateway = 'razorpay' where amount_paise = 70000`)
  await expect(removeTestMoney(db)).rejects.toThrow('These books also contain real payments')
  expect(await balanceOf(db, 'credits', buyer)).toBe(120_000)
  // A shop that was live before this was asked goes on, and is told; it is not tried with test payments.
  await start(false)
  expect(warned).toEqual([expect.stringContaining('test payments besides real ones')])
  await expect(start(true)).rejects.toThrow('This database holds real payments')
  // Of before it was noted nothing says with which keys it was paid.
  await pool.query('update orders set is_test = null where amount_paise = 70000')
  await start(true)
  expect(await holdsTestMoneyAlone(db)).toBe(false)
})
