/** The client against the test gateway: what Razorpay's documentation promises, and what goes wrong on the way. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RazorpayPeer, startRazorpayPeer } from '#peers/razorpay/peer.ts'
import type { Delivery } from '#peers/razorpay/webhooks.ts'
import { GatewayRefused, GatewayUnreachable } from './ask.ts'
import { createPaymentGateway, type PaymentGateway } from './client.ts'
import { GatewayEvent } from './entities.ts'
import { paymentSettings } from './settings.ts'

let peer: RazorpayPeer
let gateway: PaymentGateway
const delivered: Delivery[] = []
beforeEach(async () => {
  delivered.length = 0
  peer = await startRazorpayPeer({
    webhooks: async (delivery) => {
      delivered.push(delivery)
      return 200
    },
  })
  gateway = createPaymentGateway({ ...peer.state.keys, base_url: peer.url }, 300)
})
afterEach(() => peer.close())

const order = (amount = 50_000, receipt = 'r1') => gateway.createOrder({ amount, receipt, notes: { order: receipt } })
const paid = async () => {
  const { id } = await order()
  const answer = await gateway.payForTest({ order_id: id, method: 'card', outcome: 'success' })
  return { order: id, payment: answer.razorpay_payment_id ?? '', signature: answer.razorpay_signature ?? '' }
}

it('makes an order, takes a payment and checks the signature of the checkout', async () => {
  const made = await paid()
  expect(gateway.isPaymentSigned(made.order, made.payment, made.signature)).toBe(true)
  expect(gateway.isPaymentSigned(made.order, `${made.payment}x`, made.signature)).toBe(false)
  expect(gateway.isPaymentSigned(made.order, made.payment, 'not hex at all')).toBe(false)
  expect(gateway.isPaymentSigned(made.order, made.payment, '')).toBe(false)
  expect(await gateway.payment(made.payment)).toMatchObject({ status: 'captured', amount: 50_000, fee: 1180 })
  expect(await gateway.paymentsOf(made.order)).toHaveLength(1)
})

it('tells the merchant with events that are signed over their bytes', async () => {
  await paid()
  await new Promise((resolve) => setImmediate(resolve))
  await expect.poll(() => delivered.length).toBe(3)
  for (const { body, headers } of delivered) {
    const bytes = Buffer.from(body)
    expect(gateway.isWebhookSigned(bytes, headers['x-razorpay-signature'] ?? '')).toBe(true)
    expect(gateway.isWebhookSigned(Buffer.from(`${body} `), headers['x-razorpay-signature'] ?? '')).toBe(false)
    const stranger = createHmac('sha256', 'another secret').update(bytes).digest('hex')
    expect(gateway.isWebhookSigned(bytes, stranger)).toBe(false)
    expect(GatewayEvent.parse(JSON.parse(body)).payload.payment?.entity.amount).toBe(50_000)
  }
  expect(delivered.map(({ body }) => JSON.parse(body).event)).toEqual([
    'payment.authorized',
    'payment.captured',
    'order.paid',
  ])
})

describe('refunds', () => {
  it('are made once per key, and never above what was paid', async () => {
    const { payment } = await paid()
    const first = await gateway.refund(payment, { amount: 20_000, key: 'key-0000000001' })
    const again = await gateway.refund(payment, { amount: 20_000, key: 'key-0000000001' })
    expect(again.id).toBe(first.id)
    await expect(gateway.refund(payment, { amount: 10_000, key: 'key-0000000001' })).rejects.toThrow(GatewayRefused)
    await expect(gateway.refund(payment, { amount: 30_001, key: 'key-0000000002' })).rejects.toThrow(GatewayRefused)
    await gateway.refund(payment, { amount: 30_000, key: 'key-0000000003' })
    expect(await gateway.payment(payment)).toMatchObject({ status: 'refunded' })
    await expect(gateway.refund(payment, { amount: 100, key: 'key-0000000004' })).rejects.toThrow('fully refunded')
  })

  it('that were not answered are there when asked again', async () => {
    const { payment } = await paid()
    peer.behave({ fail_after: 1 })
    const asked = { amount: 20_000, key: 'key-0000000001' }
    await expect(gateway.refund(payment, asked)).rejects.toThrow(GatewayUnreachable)
    await gateway.refund(payment, asked)
    expect((await gateway.refundsSince(new Date(0), new Date(Date.now() + 60_000))).items).toHaveLength(1)
  })
})

it('finds an order whose making was not answered', async () => {
  peer.behave({ fail_after: 1 })
  await expect(order(50_000, 'lost')).rejects.toThrow(GatewayUnreachable)
  expect(await gateway.findOrder('lost')).toMatchObject({ amount: 50_000, receipt: 'lost' })
  expect(await gateway.findOrder('never')).toBeNull()
})

it.each([
  ['is down', { down: true }],
  ['fails before it acts', { fail_before: 1 }],
  ['never answers', { hang: 1 }],
])('says that nobody knows when the gateway %s', async (_, behaviour) => {
  peer.behave(behaviour)
  await expect(order()).rejects.toThrow(GatewayUnreachable)
})

it('does not take a wrong key for a refusal of the buyer', async () => {
  const other = createPaymentGateway({ ...peer.state.keys, key_secret: 'wrong secret', base_url: peer.url })
  await expect(other.payment('pay_1')).rejects.toThrow(GatewayUnreachable)
})

it('reads lists to their end', async () => {
  for (let n = 0; n < 103; n++) {
    const { id } = await order(10_000, `many-${n}`)
    await gateway.payForTest({ order_id: id, method: 'upi', outcome: 'pending' })
  }
  expect((await gateway.paymentsSince(new Date(0), new Date(Date.now() + 60_000))).items).toHaveLength(103)
})

it('charges a mandate again, until it is ended', async () => {
  const customer = await gateway.customer({ name: 'Asha', email: 'asha@example.com' })
  expect(await gateway.customer({ name: 'Asha', email: 'asha@example.com' })).toBe(customer)
  const { id } = await order()
  const first = await gateway.payForTest({ order_id: id, method: 'card', customer_id: customer, recurring: true })
  const { token_id } = await gateway.payment(first.razorpay_payment_id ?? '')
  const charge = async () => {
    const next = await order(50_000, 'renewal')
    const token = token_id ?? ''
    return gateway.chargeToken({ order: next.id, amount: 50_000, customer, token, email: 'asha@example.com' })
  }
  expect(await gateway.payment(await charge())).toMatchObject({ status: 'captured' })
  peer.behave({ decline_tokens: true })
  expect(await gateway.payment(await charge())).toMatchObject({ status: 'failed', error_reason: 'payment_failed' })
  await gateway.deleteToken(customer, token_id ?? '')
  await expect(charge()).rejects.toThrow(GatewayRefused)
})

it('wants all three of its keys, or none', () => {
  expect(paymentSettings({})).toBeNull()
  expect(() => paymentSettings({ RAZORPAY_KEY_ID: 'rzp_live_12345678' })).toThrow('RAZORPAY_WEBHOOK_SECRET')
})

describe('a request that is none', () => {
  const post = (path: string, body: string) =>
    fetch(`${peer.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  /** Sends it byte by byte: `fetch` mends what it is given. @returns what came back */
  const raw = async (text: string, half = false): Promise<string> => {
    const socket = connect(Number(new URL(peer.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (part: Buffer) => {
      answer += String(part)
    })
    socket.write(text)
    if (half) socket.end()
    await once(socket, 'close')
    return answer
  }

  it.each([
    ['an address that is none', 'GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', false],
    ['a body that breaks off', 'POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{', true],
  ])('with %s ends nothing: payments go on', async (what, text, half) => {
    const answer = await raw(text, half)
    if (!half) expect([what, answer.split('\r\n')[0]]).toEqual([what, 'HTTP/1.1 400 Bad Request'])
    expect((await paid()).payment).toMatch(/^pay_/)
  })

  it.each(['null', '[]', '7', '"x"', '{'])('with the body %s is refused', async (body) => {
    expect((await post('/v1/orders', body)).status).toBe(400)
    expect((await paid()).payment).toMatch(/^pay_/)
  })

  it('with a field that is no text is refused, and told to the operator', async () => {
    const told: string[] = []
    const listening = await startRazorpayPeer({ complain: (message) => told.push(message) })
    const body = JSON.stringify({ payment_id: { toString: null } })
    const answer = await fetch(`${listening.url}/script/settle`, { method: 'POST', body })
    await listening.close()
    expect([answer.status, told.length]).toEqual([400, 1])
  })
})
