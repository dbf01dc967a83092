/**
 * Every card and UPI id that Razorpay publishes for its test mode, each walked from the order to what the buyer sees
 * (razorpay.com/docs/payments/payments/test-card-details, …/test-upi-details). What becomes of orders and payments beside that stands in
 * `payment-scenarios.test.ts`.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pay } from '#peers/razorpay/checkout.ts'
import { TEST_CARDS } from '#peers/razorpay/test-cards.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const PAISE = 50_000
const GOOD = '4100 2800 0000 1007'

let test: TestApp
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  buyer = await test.person()
})
afterAll(() => test.close())

const post = (path: string, body: object = {}) => test.call('POST', path, { as: buyer, body })

async function order(): Promise<{ id: string; at: string }> {
  const { body } = await post('/api/v1/payments/create-order', {
    buying: { purpose: 'credits', subject: { paise: PAISE } },
    billing: { name: 'Asha Rao', state_code: '29' },
    expected_paise: PAISE,
    idempotency_key: uuidv7(),
  })
  return { id: body.data.order.id, at: body.data.checkout.gateway_order_id }
}

/** What the checkout of the gateway answers the page. */
const payAt = (order_id: string, json: object) =>
  pay(test.payments.peer.state, {
    method: 'POST',
    path: '',
    query: new URLSearchParams(),
    json: { order_id, ...json },
    key: null,
  })

/** The order as its buyer sees it after the page has asked, and what they have. */
async function after(id: string): Promise<[status: string, error: string | null, credits: number]> {
  await post(`/api/v1/payments/orders/${id}/check`)
  const { body } = await test.call('GET', `/api/v1/payments/orders/${id}`, { as: buyer })
  return [body.data.status, body.data.payment?.error ?? null, await balanceOf(test.database.db, 'credits', buyer.id)]
}

it('knows the published cards: twelve that pay, twenty that do not', () => {
  const bad = TEST_CARDS.filter(({ error }) => error !== null)
  expect([TEST_CARDS.length - bad.length, bad.length]).toEqual([12, 20])
  expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(32)
})

it.each(TEST_CARDS.filter(({ error }) => error === null))(
  '$network $number pays',
  async ({ number, international }) => {
    const { id, at } = await order()
    const { status, json } = payAt(at, { method: 'card', card: number, otp: '1234' })
    expect(status).toBe(200)
    expect((await post('/api/v1/payments/verify', json)).status).toBe(200)
    expect(await after(id)).toEqual(['paid', null, PAISE])
    const paid = [...test.payments.peer.state.payments.values()].find(({ order_id }) => order_id === at)
    expect(paid?.international).toBe(international)
  },
)

it.each(TEST_CARDS.filter(({ error }) => error !== null))(
  '$network $number does not: $error.error_reason, said in the bank’s words, and another card pays the same order',
  async ({ number, error }) => {
    const { id, at } = await order()
    const refused = payAt(at, { method: 'card', card: number, otp: '1234' })
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { code: error?.error_code, reason: error?.error_reason, metadata: { order_id: at } } },
    })
    expect(await after(id)).toEqual(['failed', error?.error_description, 0])
    const { json } = payAt(at, { method: 'card', card: GOOD, otp: '123456' })
    await post('/api/v1/payments/verify', json)
    expect(await after(id)).toEqual(['paid', null, PAISE])
  },
)

/** What is asked of the gateway, what the order is, and what the buyer has. */
const OTHERS: readonly [string, object, string, string | null, number][] = [
  ['success@razorpay', { method: 'upi', vpa: 'success@razorpay' }, 'paid', null, PAISE],
  [
    'failure@razorpay',
    { method: 'upi', vpa: 'failure@razorpay' },
    'failed',
    'Your payment was declined by the bank. Try another method.',
    0,
  ],
  ['a code of ten digits', { method: 'card', card: GOOD, otp: '1234567890' }, 'paid', null, PAISE],
  [
    'a code of three digits',
    { method: 'card', card: GOOD, otp: '123' },
    'failed',
    'Authentication failed due to incorrect otp',
    0,
  ],
  ['a card of real life', { method: 'card', card: '4111 1111 1111 1111' }, 'failed', 'Card issuer is invalid', 0],
  ['success@razorpay, typed as people type it', { method: 'upi', vpa: ' Success@Razorpay ' }, 'paid', null, PAISE],
  [
    'failure@razorpay, typed as people type it',
    { method: 'upi', vpa: ' FAILURE@razorpay' },
    'failed',
    'Your payment was declined by the bank. Try another method.',
    0,
  ],
  // "In test mode, payment cancellation will result in a successful payment" is of UPI alone.
  [
    'success@razorpay that is cancelled in the app',
    { method: 'upi', vpa: 'success@razorpay', outcome: 'cancelled' },
    'paid',
    null,
    PAISE,
  ],
  ['UPI that waits', { method: 'upi', outcome: 'pending' }, 'pending', null, 0],
  ['net banking that waits for the bank', { method: 'netbanking', outcome: 'pending' }, 'pending', null, 0],
  [
    'net banking that is cancelled at the bank',
    { method: 'netbanking', outcome: 'cancelled' },
    'failed',
    'You may have cancelled the payment or there was a delay in response from the UPI app.',
    0,
  ],
  ['net banking with Success', { method: 'netbanking', outcome: 'success' }, 'paid', null, PAISE],
  [
    'net banking with Failure',
    { method: 'netbanking', outcome: 'failure' },
    'failed',
    'Your payment was declined by the bank. Try another method.',
    0,
  ],
]

it.each(OTHERS)('%s', async (_, asked, status, error, credits) => {
  const { id, at } = await order()
  payAt(at, asked)
  expect(await after(id)).toEqual([status, error, credits])
})
