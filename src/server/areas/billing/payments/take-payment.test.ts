/** Whatever is said of an order's payments, in whatever order and however often: states only move forward, and it is handed over once. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { findOrder, insertOrder, noteGatewayOrder } from '#server/areas/billing/orders/orders.store.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { insertUser } from '#test/support/users.ts'
import { takePayment } from './take-payment.ts'

const PAISE = 10_000
let database: TestDatabase
let payments: TestPayments
beforeAll(async () => {
  database = await createTestDatabase()
  payments = await createTestPayments()
})
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await payments.peer.close()
  await database.drop()
})

async function ordered(user_id: UserId): Promise<{ id: string; gateway: string }> {
  const [id, gateway] = [uuidv7(), `order_${uuidv7()}`]
  const now = new Date()
  await insertOrder(database.db, {
    id,
    user_id,
    purpose: 'credits',
    subject: { paise: PAISE },
    title: 'Credits',
    amount_paise: PAISE,
    state_code: '29',
    gstin: null,
    billing_name: 'Somebody',
    billing_address: '',
    gateway: 'test',
    is_test: true,
    receipt: id,
    idempotency_key: id,
    created_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
  })
  await noteGatewayOrder(database.db, id, gateway)
  return { id, gateway }
}

const said = (gateway: string, payment: string, status: GatewayPayment['status']): GatewayPayment => ({
  id: payment,
  amount: PAISE,
  currency: 'INR',
  status,
  order_id: gateway,
  method: 'card',
  fee: status === 'captured' ? 236 : null,
  customer_id: null,
  token_id: null,
  error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
  error_description: null,
  error_reason: null,
  created_at: new Date(),
})

// `authorized` would be captured at the gateway, which does not know these.
const saying = fc.record({
  payment: fc.constantFrom('one', 'two'),
  status: fc.constantFrom('created' as const, 'failed' as const, 'captured' as const),
})

it('pays an order once, and gives every other capture back', async () => {
  const paying = payments.on(database.db)
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 8 }), fc.boolean(), async (sayings, atOnce) => {
      const buyer = await insertUser(database)
      const { id, gateway } = await ordered(buyer)
      const take = ({ payment, status }: (typeof sayings)[number]) =>
        takePayment(paying, said(gateway, `pay_${payment}_${id}`, status))
      let paid = false
      if (atOnce) await Promise.all(sayings.map(take))
      else
        for (const one of sayings) {
          await take(one)
          const { status } = (await findOrder(database.db, id)) ?? {}
          if (paid) expect(status).toBe('paid')
          paid = status === 'paid'
        }
      const captured = new Set(sayings.filter(({ status }) => status === 'captured').map(({ payment }) => payment))
      const order = await findOrder(database.db, id)
      expect(order?.status === 'paid').toBe(captured.size > 0)
      expect(await balanceOf(database.db, 'credits', buyer)).toBe(captured.size > 0 ? PAISE : 0)
      const { rowCount } = await database.pool.query('select 1 from refunds where order_id = $1', [id])
      expect(rowCount).toBe(Math.max(0, captured.size - 1))
    }),
    { numRuns: 12 },
  )
})

it('pays one order of 200 who say so at once', async () => {
  const buyer = await insertUser(database)
  const { id, gateway } = await ordered(buyer)
  const taken = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      takePayment(payments.on(database.db), said(gateway, `pay_${n % 5}_${id}`, 'captured')),
    ),
  )
  const count = (what: string) => taken.filter((one) => one === what).length
  expect([count('paid'), count('returned'), count('unchanged')]).toEqual([1, 4, 195])
  expect(await balanceOf(database.db, 'credits', buyer)).toBe(PAISE)
})
