/**
 * The scenarios that Razorpay documents for orders and payments (razorpay.com/docs/payments: test cards and UPI ids, late
 * authorisation, payment capture, webhooks in any order, refunds), each with what must come of it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pay as payAt } from '#peers/razorpay/checkout.ts'
import { TIMED_OUT } from '#peers/razorpay/entities.ts'
import { authorise, decline, endRefund } from '#peers/razorpay/moves.ts'
import type { Delivery } from '#peers/razorpay/webhooks.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let buyer: Person
let admin: Person
const held: Delivery[] = []
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  test.payments.deliver(async (delivery) => {
    held.push(delivery)
    return 200
  })
})
beforeEach(async () => {
  // What the test before has left.
  await peer().post.flush()
  held.length = 0
  buyer = await test.person()
  test.payments.peer.behave({
    slow_refunds: false,
    manual_capture: false,
    fail_after: 0,
    fail_before: 0,
    down: false,
    hang: 0,
    hold: true,
  })
})
afterAll(() => test.close())

const PAISE = 50_000
const peer = () => test.payments.peer
const post = (path: string, body: object = {}, as = buyer) => test.call('POST', path, { as, body })

class Walk {
  id = ''
  said: object = {}
  statuses: number[] = []
  async order(): Promise<this> {
    const { body } = await post('/api/v1/payments/create-order', {
      buying: { purpose: 'credits', subject: { paise: PAISE } },
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise: PAISE,
      idempotency_key: uuidv7(),
    })
    this.id = body.data.order.id
    return this
  }
  async pay(outcome: string, method = 'card'): Promise<this> {
    const { status, body } = await post(`/api/v1/payments/orders/${this.id}/test-pay`, { method, outcome })
    this.statuses.push(status)
    if (status === 200) this.said = body.data
    return this
  }
  async verify(over: object = {}): Promise<this> {
    const { status } = await post('/api/v1/payments/verify', { ...this.said, ...over })
    this.statuses.push(status)
    return this
  }
  /** Events of these names, in this order; all in their own order without names. */
  async events(...names: string[]): Promise<this> {
    await peer().post.flush(1)
    const nameOf = ({ body }: Delivery): string => JSON.parse(body).event
    const chosen = names.length === 0 ? held : names.flatMap((name) => held.filter((one) => nameOf(one) === name))
    for (const { body, headers } of chosen) {
      const { statusCode } = await test.app.inject({
        method: 'POST',
        url: '/hooks/payments/razorpay',
        headers,
        payload: body,
      })
      this.statuses.push(statusCode)
    }
    return this
  }
  check = async (): Promise<this> => {
    this.statuses.push((await post(`/api/v1/payments/orders/${this.id}/check`)).status)
    return this
  }
  last = () => {
    const [payment] = [...peer().state.payments.values()].slice(-1)
    if (!payment) throw new Error('nothing was paid')
    return payment
  }
  /** Pays at the gateway itself, with what a page could not send. */
  payThere = async (over: object): Promise<this> => {
    const { rows } = await test.database.pool.query('select gateway_order_id from orders where id = $1', [this.id])
    const json = { order_id: rows[0].gateway_order_id, method: 'card', ...over }
    const { state } = peer()
    this.statuses.push(payAt(state, { method: 'POST', path: '', query: new URLSearchParams(), json, key: null }).status)
    return this
  }
  refund = async (paise: number): Promise<this> => {
    this.statuses.push((await post('/api/v1/refunds/give', { order_id: this.id, paise, reason: 'x' }, admin)).status)
    return this
  }
}

type Steps = (walk: Walk) => Promise<unknown>
/** Name, steps, what the order is after them, what the buyer has, and the answers on the way. */
type Row = [string, Steps, string, number, number[]]

const ROWS: readonly Row[] = [
  ['a card that is good', async (w) => (await w.pay('success')).verify(), 'paid', PAISE, [200, 200]],
  ['net banking that is good', async (w) => (await w.pay('success', 'netbanking')).verify(), 'paid', PAISE, [200, 200]],
  ['a card that is declined', async (w) => (await w.pay('failure')).check(), 'failed', 0, [400, 200]],
  ['a checkout that is closed', async (w) => (await w.pay('cancelled')).check(), 'failed', 0, [400, 200]],
  [
    'declined, then good, on one order',
    async (w) => (await (await w.pay('failure')).pay('success')).verify(),
    'paid',
    PAISE,
    [400, 200, 200],
  ],
  [
    'authorised late: it failed, and the bank says later that it went through',
    async (w) => {
      await (await w.pay('failure')).check()
      authorise(peer().state, w.last())
      await w.check()
    },
    'paid',
    PAISE,
    [400, 200, 200],
  ],
  [
    'authorised, and captured by the merchant',
    async (w) => {
      peer().behave({ manual_capture: true })
      await (await w.pay('success')).verify()
    },
    'paid',
    PAISE,
    [200, 200],
  ],
  [
    'captured, and the answer never came',
    async (w) => {
      peer().behave({ manual_capture: true })
      await w.pay('success')
      peer().behave({ fail_after: 1 })
      await (await w.verify()).check()
    },
    'paid',
    PAISE,
    [200, 503, 200],
  ],
  [
    'verified while the gateway is away; a webhook brings it',
    async (w) => {
      await w.pay('success')
      peer().behave({ down: true })
      await (await w.verify()).events('payment.captured')
    },
    'paid',
    PAISE,
    [200, 503, 200],
  ],
  [
    'verified while the gateway does not answer',
    async (w) => {
      await w.pay('success')
      peer().behave({ hang: 1 })
      await w.verify()
    },
    'created',
    0,
    [200, 503],
  ],
  ['UPI that waits', async (w) => (await w.pay('pending', 'upi')).check(), 'pending', 0, [200, 200]],
  [
    'UPI that waits and is approved',
    async (w) => {
      await (await w.pay('pending', 'upi')).check()
      authorise(peer().state, w.last())
      await w.check()
    },
    'paid',
    PAISE,
    [200, 200, 200],
  ],
  [
    'UPI that waits and is declined',
    async (w) => {
      await (await w.pay('pending', 'upi')).check()
      decline(peer().state, w.last())
      await w.events('payment.failed')
    },
    'failed',
    0,
    [200, 200, 200],
  ],
  [
    'UPI that nobody answers in its time, and another way after it',
    async (w) => {
      await (await w.pay('pending', 'upi')).check()
      decline(peer().state, w.last(), TIMED_OUT)
      await (await (await w.events('payment.failed')).pay('success')).verify()
    },
    'paid',
    PAISE,
    [200, 200, 200, 200, 200],
  ],
  [
    'UPI that nobody answers in its time',
    async (w) => {
      await w.pay('pending', 'upi')
      decline(peer().state, w.last(), TIMED_OUT)
      await w.check()
    },
    'failed',
    0,
    [200, 200],
  ],
  [
    'a UPI id that declines',
    async (w) => (await w.payThere({ method: 'upi', vpa: 'failure@razorpay' })).events('payment.failed'),
    'failed',
    0,
    [400, 200],
  ],
  [
    'a capture of a part is refused, and the whole is captured',
    async (w) => {
      peer().behave({ manual_capture: true })
      await w.pay('success')
      const part = test.payments.paying.gateway.capture(w.last().id, PAISE - 100)
      await expect(part).rejects.toThrow('Capture amount must be equal to the amount authorized')
      await w.verify()
    },
    'paid',
    PAISE,
    [200, 200],
  ],
  [
    'authorised, never captured, and paid back by the gateway after its days',
    async (w) => {
      peer().behave({ manual_capture: true })
      await w.pay('success')
      Object.assign(w.last(), { status: 'refunded', amount_refunded: PAISE, refund_status: 'full' })
      await w.check()
    },
    'failed',
    0,
    [200, 200],
  ],
  [
    'captured is told before paid, and authorised never',
    async (w) => (await w.pay('dropped')).events('payment.captured', 'order.paid'),
    'paid',
    PAISE,
    [200, 200, 200],
  ],
  [
    'another sum than that of the order goes back',
    async (w) => (await w.payThere({ amount: PAISE - 1 })).events('payment.captured'),
    'failed',
    0,
    [200, 200],
  ],
  [
    'another currency goes back',
    async (w) => {
      await w.payThere({})
      w.last().currency = 'USD'
      await w.check()
    },
    'failed',
    0,
    [200, 200],
  ],
  [
    'a refund that takes days, told twice',
    async (w) => {
      peer().behave({ slow_refunds: true })
      await (await (await w.pay('success')).verify()).refund(PAISE)
      await sendRefunds(test.payments.on(test.database.db))
      const { id } = w.last()
      for (const one of peer().state.refunds.values())
        if (one.payment_id === id) endRefund(peer().state, one, 'processed')
      await (await w.events('refund.processed')).events('refund.processed')
    },
    'paid',
    0,
    [200, 200, 201, 200, 200],
  ],
  [
    'the callback twice',
    async (w) => (await (await w.pay('success')).verify()).verify(),
    'paid',
    PAISE,
    [200, 200, 200],
  ],
  [
    'a callback whose signature was changed',
    async (w) => (await w.pay('success')).verify({ razorpay_signature: 'f'.repeat(64) }),
    'created',
    0,
    [200, 400],
  ],
  [
    'a callback with another payment',
    async (w) => (await w.pay('success')).verify({ razorpay_payment_id: 'pay_other' }),
    'created',
    0,
    [200, 400],
  ],
  [
    'the tab dropped, a webhook alone',
    async (w) => (await w.pay('dropped')).events('order.paid'),
    'paid',
    PAISE,
    [200, 200],
  ],
  [
    'events the wrong way round',
    async (w) => (await w.pay('dropped')).events('order.paid', 'payment.captured', 'payment.authorized'),
    'paid',
    PAISE,
    [200, 200, 200, 200],
  ],
  [
    'a failure that is told after the success',
    async (w) => (await (await w.pay('failure')).pay('dropped')).events('payment.captured', 'payment.failed'),
    'paid',
    PAISE,
    [400, 200, 200, 200],
  ],
  [
    'every event twice',
    async (w) => (await (await w.pay('dropped')).events()).events(),
    'paid',
    PAISE,
    [200, 200, 200, 200, 200, 200, 200],
  ],
  [
    'a refund of a part, and of the rest',
    async (w) => (await (await (await (await w.pay('success')).verify()).refund(20_000)).refund(30_000)).refund(100),
    'paid',
    0,
    [200, 200, 201, 201, 409],
  ],
  [
    'a refund above what was paid',
    async (w) => (await (await w.pay('success')).verify()).refund(PAISE + 1),
    'paid',
    PAISE,
    [200, 200, 400],
  ],
]

it.each(ROWS)('%s', async (_, steps, status, credits, answers) => {
  const walk = await new Walk().order()
  await steps(walk)
  peer().behave({ down: false })
  const { body } = await test.call('GET', `/api/v1/payments/orders/${walk.id}`, { as: buyer })
  expect([body.data.status, await balanceOf(test.database.db, 'credits', buyer.id), walk.statuses]).toEqual([
    status,
    credits,
    answers,
  ])
})
