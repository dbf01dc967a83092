/**
 * Razorpay as the product uses it (razorpay.com/docs/api): a typed client that also checks signatures. The same code talks to the
 * built-in test gateway; the address is the only difference.
 */
import { z } from 'zod'
import { type Call, createGatewayCall, id, isSigned } from './ask.ts'
import { disputes } from './disputes.ts'
import {
  collection,
  GatewayEvent,
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  GatewayToken,
  SaidDispute,
} from './entities.ts'
import { isTestGateway, isTestMode, type PaymentSettings } from './settings.ts'

export type PaymentGateway = ReturnType<typeof createPaymentGateway>

/** Most that a list answers at a time. */
const PAGE = 100

function readEvent(bytes: Uint8Array): GatewayEvent | null {
  try {
    return GatewayEvent.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null
  } catch {
    return null
  }
}

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
  /**
   * A mandate at the gateway: `initiated`, `confirmed`, `paused`, `rejected`, `cancelled`; its limit in paise, and its
   * end.
   * @throws GatewayRefused for one that no longer exists
   */
  token: async (customer: string, token: string) => {
    const found = await call({ path: tokenPath(customer, token), answers: GatewayToken })
    return {
      state: found.recurring_details?.status ?? null,
      max_amount: found.max_amount,
      expires_at: found.expired_at,
    }
  },
  /**
   * Begins to cancel a mandate of UPI at NPCI; `token` says when it is done. Deleting one would only make the gateway forget it
   * (razorpay.com/docs/api/payments/recurring-payments/upi/tokens).
   */
  cancelToken: (customer: string, token: string) =>
    call({ method: 'PUT', path: `${tokenPath(customer, token)}/cancel`, answers: z.unknown() }),
  /** Ends the mandate of a card, and forgets a token. */
  deleteToken: (customer: string, token: string) =>
    call({ method: 'DELETE', path: tokenPath(customer, token), answers: z.unknown() }),
})

const tokenPath = (customer: string, token: string): string => `/v1/customers/${id(customer)}/tokens/${id(token)}`

/** A list of the gateway. What we cannot read keeps nobody's payment from being compared: its number alone is told. */
export interface Listed<T extends z.ZodType> {
  items: z.output<T>[]
  unreadable: string[]
}

const Numbered = z.object({ id: z.string().max(100) }).catch({ id: 'without a number' })

/** Every call throws GatewayRefused or GatewayUnreachable. Amounts are paise. */
export function createPaymentGateway(settings: PaymentSettings, timeout_ms?: number) {
  const call = createGatewayCall(settings, timeout_ms)
  async function since<T extends z.ZodType>(noun: string, item: T, from: Date, until: Date): Promise<Listed<T>> {
    const listed: Listed<T> = { items: [], unreadable: [] }
    const time = `from=${Math.floor(from.getTime() / 1000)}&to=${Math.ceil(until.getTime() / 1000)}`
    for (let skip = 0; ; skip += PAGE) {
      const path = `/v1/${noun}?${time}&count=${PAGE}&skip=${skip}`
      const { items } = await call({ path, answers: collection(z.unknown()) })
      for (const one of items) {
        const read = item.safeParse(one)
        if (read.success) listed.items.push(read.data)
        else listed.unreadable.push(Numbered.parse(one).id)
      }
      if (items.length < PAGE) return listed
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
    disputesSince: (from: Date, until: Date) => since('disputes', SaidDispute, from, until),
    ...mandates(call),
    ...disputes(call),
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
