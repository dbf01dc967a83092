/** Buying in a test app and what happens at its payment gateway: payments, disputes and what becomes of them. */
import type { Buying } from '#contract/billing/payments.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { Person, TestApp } from './app.ts'

/** Tells the gateway something as its checkout and its bank would, and waits until its webhooks are worked on. @returns its answer */
export async function tellGateway(
  { payments: { peer } }: TestApp,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const { key_id, key_secret } = peer.state.keys
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const answer = await fetch(`${peer.url}${path}`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(body),
  })
  await peer.post.flush()
  return (await answer.json()) as { id: string }
}

export interface Bought {
  order: string
  /** The first payment's number at the gateway. */
  payment: string
}

/** Orders something and pays for it by card, more than once when that is said. */
export async function buy(test: TestApp, as: Person, buying: Buying, paise: number, times = 1): Promise<Bought> {
  const { body } = await test.call('POST', '/api/v1/payments/create-order', {
    as,
    body: {
      buying,
      billing: { name: 'Asha Rao', address: '12 MG Road, Pune 411001', state_code: '27' },
      expected_paise: paise,
      idempotency_key: uuidv7(),
    },
  })
  const order_id = body.data.checkout.gateway_order_id
  for (let n = 0; n < times; n++) await tellGateway(test, '/checkout/pay', { order_id, method: 'card', second: n > 0 })
  const [payment] = [...test.payments.peer.state.payments.values()].filter((one) => one.order_id === order_id)
  return { order: body.data.order.id, payment: payment?.id ?? '' }
}

/** The bank of a customer takes a payment back, or a part of it. @returns the dispute's number at the gateway */
export const dispute = async (test: TestApp, payment_id: string, amount?: number): Promise<string> =>
  (await tellGateway(test, '/script/dispute', { payment_id, amount })).id

export const settleDispute = (test: TestApp, dispute_id: string, outcome: string): Promise<unknown> =>
  tellGateway(test, '/script/settle', { dispute_id, outcome })
