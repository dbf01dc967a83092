/**
 * Checkout (§7): an order is made with the price of the moment, paid through the gateway, and verified here. The browser names what it
 * wants by ids; every amount is the server's, in whole paise with GST.
 */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { legalName, NOT_SHOWN, UNSEEN } from '#contract/core/names.ts'
import { AgentId, Currency, Json, listOf, listQuery, Paise, Slug, Timestamp } from '#contract/core/primitives.ts'
import { CouponCode } from './coupons.ts'
import { INVOICE_KINDS, InvoiceId } from './invoices.ts'
import { BUYABLE, GATEWAYS, ORDER_STATUSES, TEST_METHODS, TEST_OUTCOMES, TOP_UP } from './payment-values.ts'
import { PlanChoice } from './subscriptions.ts'

export const OrderId = z.uuid().brand('OrderId')
export type OrderId = z.infer<typeof OrderId>

/** What is bought. Credits by their amount, everything else by its id, with a code where there is one. */
export const Buying = z.discriminatedUnion('purpose', [
  z.strictObject({
    purpose: z.literal('credits'),
    subject: z.strictObject({
      paise: z
        .number()
        .int('Use whole rupees and paise')
        .min(TOP_UP.min_paise, 'At least ₹100')
        .max(TOP_UP.max_paise, 'At most ₹1,00,000'),
    }),
  }),
  z.strictObject({ purpose: z.literal('plan'), subject: PlanChoice, coupon: CouponCode.optional() }),
  z.strictObject({
    purpose: z.literal('agent'),
    subject: z.strictObject({ agent_id: AgentId }),
    coupon: CouponCode.optional(),
  }),
])
export type Buying = z.output<typeof Buying>

/** Who the invoice is for. The state decides between IGST and CGST+SGST; a GSTIN must be of that state. */
export const Billing = z.strictObject({
  name: legalName(200, 'Enter the name for the invoice'),
  address: z
    .string()
    .trim()
    .max(500)
    .refine((address) => !UNSEEN.test(address), NOT_SHOWN)
    .default(''),
  state_code: z.string().regex(/^\d{2}$/, 'Choose your state'),
  gstin: z.string().trim().max(20).nullable().default(null),
})
export type Billing = z.output<typeof Billing>

/** What a code takes off a price with GST. */
const OrderCoupon = z.object({ code: z.string(), off_paise: Paise })

export const OrderPayment = z.object({
  id: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'failed', 'refunded']),
  method: z.string().nullable().describe('Such as `card` or `upi`; null until the bank says.'),
  /** Why it failed, in the bank's words. */
  error: z.string().nullable(),
})

export const Order = z.object({
  id: OrderId,
  purpose: z.enum(BUYABLE),
  title: z.string(),
  /** The agent that is bought; null for plans and credits. */
  agent: z.object({ id: AgentId, slug: Slug, name: z.string() }).nullable(),
  /** What is paid. */
  amount_paise: Paise,
  coupon: OrderCoupon.nullable(),
  currency: Currency,
  status: z.enum(ORDER_STATUSES),
  refunded_paise: Paise.describe('Of `amount_paise`, what went back.'),
  billing: z.object({
    name: z.string(),
    address: z.string(),
    state_code: z.string(),
    gstin: z.string().nullable(),
  }),
  /** Number of the receipt. */
  receipt: z.string(),
  /** No money moved. */
  test: z.boolean(),
  /** Its invoice, seconds after it was paid, and the credit notes of what went back; a top-up is invoiced when it is spent. */
  papers: z.array(z.object({ id: InvoiceId, kind: z.enum(INVOICE_KINDS), number: z.string() })),
  /** The newest attempt, or the one that paid. */
  payment: OrderPayment.nullable(),
  created_at: Timestamp,
  paid_at: Timestamp.nullable().describe('Null until it is paid.'),
  /** Until then it can be paid at this price. */
  expires_at: Timestamp,
  /** The bank takes the payment back, and it is not decided. */
  disputed: z.boolean(),
  abilities: z.object({ pay: Ability, ask_refund: Ability }),
})
export type Order = z.infer<typeof Order>

/** What the browser opens the gateway's checkout with. */
export const Checkout = z.object({
  gateway: z.enum(GATEWAYS),
  key_id: z.string(),
  gateway_order_id: z.string(),
  /** Renewals are charged to what this pays with; null when nothing is charged again. */
  customer_id: z.string().nullable(),
})
export type Checkout = z.infer<typeof Checkout>

/** Without a checkout where a code left nothing to pay: the order is paid. */
export const OrderToPay = z.object({ order: Order, checkout: Checkout.nullable() })
export type OrderToPay = z.infer<typeof OrderToPay>

export const OrderQuote = z.object({
  title: z.string(),
  /** What is to be paid, after the code. */
  amount_paise: Paise,
  coupon: OrderCoupon.nullable(),
  /** Whether the invoice names an address without a GSTIN, too. */
  asks_address: z.boolean(),
  /** As the last order had it, for the form. */
  billing: z.object({
    name: z.string(),
    address: z.string(),
    state_code: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
})
export type OrderQuote = z.infer<typeof OrderQuote>

export const PaymentSettings = z.object({
  /** Whether anything can be bought here. */
  available: z.boolean(),
  /** No money moves: pages that take money say so. */
  test: z.boolean(),
  gateway: z.enum(GATEWAYS).nullable().describe('Null when nothing can be bought here.'),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const gatewayId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/)
const params = z.object({ id: OrderId })
const access = signedIn

export const paymentEndpoints = {
  getPaymentSettings: endpoint({
    method: 'GET',
    path: '/api/v1/payments/settings',
    access: anyone,
    returns: PaymentSettings,
  }),
  quoteOrder: endpoint({
    method: 'POST',
    path: '/api/v1/payments/quote',
    access,
    body: Buying,
    returns: OrderQuote,
    errors: ['not_found', 'illegal_transition', 'already_exists', 'too_many_requests'],
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/v1/payments/create-order',
    access,
    body: z.strictObject({
      buying: Buying,
      billing: Billing,
      /** What the buyer saw. Another price now is refused, and nothing is ordered. */
      expected_paise: z.number().int().min(0).max(1_000_000_000_000),
      /** The same key is the same order, however often it is sent. */
      idempotency_key: z.string().min(8).max(100),
    }),
    returns: OrderToPay,
    success: 201,
    errors: [
      'not_found',
      'illegal_transition',
      'already_exists',
      'price_changed',
      'address_unproven',
      'too_many_requests',
      'gateway_unavailable',
      'payments_unavailable',
      'sales_paused',
    ],
  }),
  verifyPayment: endpoint({
    method: 'POST',
    path: '/api/v1/payments/verify',
    access,
    body: z.strictObject({
      razorpay_order_id: gatewayId,
      razorpay_payment_id: gatewayId,
      razorpay_signature: z.string().min(1).max(200),
    }),
    returns: Order,
    errors: ['not_found', 'payment_refused', 'gateway_unavailable'],
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/api/v1/payments/history',
    access,
    query: z.object({ status: z.enum(ORDER_STATUSES).optional(), ...listQuery(25) }),
    returns: listOf(Order),
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/v1/payments/orders/{id}',
    access,
    params,
    returns: Order,
    errors: ['not_found'],
  }),
  resumeOrder: endpoint({
    method: 'POST',
    path: '/api/v1/payments/orders/{id}/resume',
    access,
    params,
    returns: OrderToPay,
    errors: ['not_found', 'illegal_transition', 'gateway_unavailable', 'payments_unavailable'],
  }),
  checkOrder: endpoint({
    method: 'POST',
    path: '/api/v1/payments/orders/{id}/check',
    access,
    params,
    returns: Order,
    errors: ['not_found', 'gateway_unavailable'],
  }),
  payForTest: endpoint({
    method: 'POST',
    path: '/api/v1/payments/orders/{id}/test-pay',
    access,
    params,
    body: z.strictObject({ method: z.enum(TEST_METHODS), outcome: z.enum(TEST_OUTCOMES) }),
    /** What Razorpay's checkout answers; nothing when the page is not to learn it. */
    returns: z.object({
      razorpay_order_id: z.string().nullable(),
      razorpay_payment_id: z.string().nullable(),
      razorpay_signature: z.string().nullable(),
    }),
    errors: ['not_found', 'payment_refused', 'illegal_transition', 'gateway_unavailable'],
  }),
  receivePaymentEvent: endpoint({
    method: 'POST',
    path: '/hooks/payments/razorpay',
    access: anyone,
    body: Json.optional(),
    /** False for what was known already, or is of no interest. */
    returns: z.object({ taken: z.boolean() }),
    errors: ['payment_refused'],
  }),
}
