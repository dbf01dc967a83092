/** Coupons in tests: how they are made, and orders that use them. */
import type { Answer, Person, TestApp } from './app.ts'
import type { PaidAgent } from './paid-agent.ts'

/** A code of its own each time. */
export const anyCode = (): string => `T-${crypto.randomUUID().slice(0, 8).toUpperCase()}`

export const giving = (over: object = {}) => ({
  scope: 'own',
  code: anyCode(),
  gives: { type: 'percent', percent: 25 },
  ...over,
})

/** The seller of an agent, as somebody who can ask. */
export function sellerOf(test: TestApp, { seller }: PaidAgent): Person {
  const person: Person = { id: seller, role: 'seller', token: seller }
  test.know(person)
  return person
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
export async function makeCoupon(test: TestApp, as: Person, over: object = {}): Promise<any> {
  const { status, body } = await test.call('POST', '/api/v1/coupons', { as, body: giving(over) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

export const agentWith = (agent: PaidAgent, coupon?: string) => ({
  purpose: 'agent',
  subject: { agent_id: agent.agent_id },
  ...(coupon !== undefined && { coupon }),
})
export const planWith = (plan_id: string, coupon?: string, billing = 'monthly') => ({
  purpose: 'plan',
  subject: { plan_id, billing },
  ...(coupon !== undefined && { coupon }),
})

export const quoteOf = (test: TestApp, as: Person, buying: object): Promise<Answer> =>
  test.call('POST', '/api/v1/payments/quote', { as, body: buying })

export const orderOf = (test: TestApp, as: Person, buying: object, expected_paise: number): Promise<Answer> =>
  test.call('POST', '/api/v1/payments/create-order', {
    as,
    body: {
      buying,
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise,
      idempotency_key: crypto.randomUUID(),
    },
  })

/** Pays in the test gateway, and says so as the page does. @returns the order */
export async function payOrder(test: TestApp, as: Person, id: string, outcome = 'success'): Promise<Answer> {
  const said = await test.call('POST', `/api/v1/payments/orders/${id}/test-pay`, {
    as,
    body: { method: 'card', outcome },
  })
  return test.call('POST', '/api/v1/payments/verify', { as, body: said.body.data })
}

/** What stands in the database of the places of a coupon. */
export async function placesOf({ database }: TestApp, coupon: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `select state, count(*)::int as n from coupon_redemptions where coupon_id = $1 group by 1
     union all select 'counted', redeemed from coupons where id = $1`,
    [coupon],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}
