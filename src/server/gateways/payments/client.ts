/**
 * Razorpay as the product uses it (razorpay.com/docs/api): a typed client that also checks signatures. The same code talks to the
 * built-in test gateway; the address is the only difference.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { collection, GatewayDispute, GatewayEvent, GatewayOrder, GatewayPayment, GatewayRefund } from './entities.ts'
import { isTestGateway, isTestMode, type PaymentSettings } from './settings.ts'

/** Shorter than a request of ours may take. */
const TIMEOUT_MS = 5000

/** It answered, and said no. */
export class GatewayRefused extends Error {
  readonly reason: string | null
  constructor(description: string, reason: string | null) {
    super(description)
    this.name = 'GatewayRefused'
    this.reason = reason
  }
}

/** Nobody knows what became of the request: it is asked again, or looked up. */
export class GatewayUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GatewayUnreachable'
  }
}

export type PaymentGateway = ReturnType<typeof createPaymentGateway>

const Refusal = z.object({
  error: z.object({ description: z.string().default('The payment service refused'), reason: z.string().nullish() }),
})

/** Compared without telling by the time it takes how much of it was right. */
function isSigned(content: string | Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(content).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

interface Ask<T extends z.ZodType> {
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  headers?: Record<string, string>
  answers: T
}

/** @throws GatewayRefused, GatewayUnreachable */
async function ask<T extends z.ZodType>(
  settings: PaymentSettings,
  timeout_ms: number,
  given: Ask<T>,
): Promise<z.output<T>> {
  const { method = 'GET', path, body, headers, answers } = given
  const basic = Buffer.from(`${settings.key_id}:${settings.key_secret}`).toString('base64')
  try {
    const answer = await fetch(settings.base_url + path, {
      method,
      headers: { authorization: `Basic ${basic}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const json: unknown = await answer.json()
    if (answer.ok) return answers.parse(json)
    // 409: the same request is still being worked on; 429: later.
    if (answer.status >= 500 || [401, 409, 429].includes(answer.status))
      throw new GatewayUnreachable(`The payment service answered ${answer.status}`)
    const { error } = Refusal.parse(json)
    throw new GatewayRefused(error.description, error.reason ?? null)
  } catch (error) {
    if (error instanceof GatewayRefused || error instanceof GatewayUnreachable) throw error
    throw new GatewayUnreachable('The payment service cannot be reached', { cause: error })
  }
}

/** Most that a list answers at a time. */
const PAGE = 100

function readEvent(bytes: Uint8Array): GatewayEvent | null {
  try {
    return GatewayEvent.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null
  } catch {
    return null
  }
}

const id = encodeURIComponent
type Call = <T extends z.ZodType>(given: Ask<T>) => Promise<z.output<T>>

/** Charging again without asking (razorpay.com/docs/payments/recurring-payments). */
const mandates = (call: Call) => ({
  /** Who is charged again later; the same address answers the same customer. */
  customer: async (customer: { name: string; email: string }): Promise<string> =>
    (
      await call({
        method: 'POST',
        path: '/v1/customers',
        body: { ...customer, fail_existing: '0' },
        answers: z.object({ id: z.string() }),
      })
    ).id,
  /** Charges a mandate for an order made for it. @returns the payment's id; what became of it comes as with every payment */
  chargeToken: async (charge: { order: string; amount: number; customer: string; token: string; email: string }) =>
    (
      await call({
        method: 'POST',
        path: '/v1/payments/create/recurring',
        body: {
          amount: charge.amount,
          currency: 'INR',
          order_id: charge.order,
          customer_id: charge.customer,
          token: charge.token,
          email: charge.email,
          recurring: '1',
        },
        answers: z.object({ razorpay_payment_id: z.string() }),
      })
    ).razorpay_payment_id,
  /** Ends a mandate. */
  endToken: (customer: string, token: string) =>
    call({ method: 'DELETE', path: `/v1/customers/${id(customer)}/tokens/${id(token)}`, answers: z.unknown() }),
})

/** Every call throws GatewayRefused or GatewayUnreachable. Amounts are paise. */
export function createPaymentGateway(settings: PaymentSettings, timeout_ms = TIMEOUT_MS) {
  const call: Call = (given) => ask(settings, timeout_ms, given)
  async function since<T extends z.ZodType>(noun: string, item: T, from: Date, until: Date): Promise<z.output<T>[]> {
    const all: z.output<T>[] = []
    const time = `from=${Math.floor(from.getTime() / 1000)}&to=${Math.ceil(until.getTime() / 1000)}`
    for (;;) {
      const path = `/v1/${noun}?${time}&count=${PAGE}&skip=${all.length}`
      const { items } = await call({ path, answers: collection(item) })
      all.push(...items)
      if (items.length < PAGE) return all
    }
  }
  return {
    name: isTestGateway(settings) ? ('test' as const) : ('razorpay' as const),
    test_mode: isTestMode(settings),
    key_id: settings.key_id,
    /** Whether renewals can be charged without the customer. */
    charges_mandates: isTestGateway(settings) || settings.mandates === true,
    /** What checkout answers: over the order and the payment, with the key's secret. */
    isPaymentSigned: (order: string, payment: string, signature: string): boolean =>
      isSigned(`${order}|${payment}`, signature, settings.key_secret),
    /** Over the bytes as they came. */
    isWebhookSigned: (bytes: Uint8Array, signature: string): boolean =>
      isSigned(bytes, signature, settings.webhook_secret),
    /** Null for what is no event of ours to read. */
    readEvent,
    createOrder: (order: { amount: number; receipt: string; notes: Record<string, string> }) =>
      call({ method: 'POST', path: '/v1/orders', body: { ...order, currency: 'INR' }, answers: GatewayOrder }),
    /** An order whose making was not answered. */
    findOrder: async (receipt: string): Promise<GatewayOrder | null> =>
      (await call({ path: `/v1/orders?receipt=${id(receipt)}`, answers: collection(GatewayOrder) })).items[0] ?? null,
    paymentsOf: async (order: string): Promise<GatewayPayment[]> =>
      (await call({ path: `/v1/orders/${id(order)}/payments`, answers: collection(GatewayPayment) })).items,
    payment: (payment: string) => call({ path: `/v1/payments/${id(payment)}`, answers: GatewayPayment }),
    capture: (payment: string, amount: number) =>
      call({
        method: 'POST',
        path: `/v1/payments/${id(payment)}/capture`,
        body: { amount, currency: 'INR' },
        answers: GatewayPayment,
      }),
    /** The same `key` (ten characters or more) never refunds twice. */
    refund: (payment: string, { amount, key }: { amount: number; key: string }) =>
      call({
        method: 'POST',
        path: `/v1/payments/${id(payment)}/refund`,
        body: { amount, speed: 'normal', receipt: key },
        headers: { 'x-refund-idempotency': key },
        answers: GatewayRefund,
      }),
    findRefund: (refund: string) => call({ path: `/v1/refunds/${id(refund)}`, answers: GatewayRefund }),
    paymentsSince: (from: Date, until: Date) => since('payments', GatewayPayment, from, until),
    refundsSince: (from: Date, until: Date) => since('refunds', GatewayRefund, from, until),
    disputesSince: (from: Date, until: Date) => since('disputes', GatewayDispute, from, until),
    ...mandates(call),
    /** Pays in the test gateway as a buyer does in Razorpay's checkout. Razorpay has no such address. */
    payForTest: (paying: Record<string, string | boolean>) =>
      call({ method: 'POST', path: '/checkout/pay', body: paying, answers: TestPaid }),
  }
}

const TestPaid = z.object({
  razorpay_payment_id: z.string().optional(),
  razorpay_order_id: z.string().optional(),
  razorpay_signature: z.string().optional(),
})
