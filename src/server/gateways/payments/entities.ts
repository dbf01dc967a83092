/** What we read of Razorpay's answers and events (razorpay.com/docs/api). Paise; times are seconds. */
import { z } from 'zod'

const paise = z.number().int().min(0)
const seconds = z
  .number()
  .int()
  .transform((time) => new Date(time * 1000))

export const GatewayOrder = z.object({
  id: z.string(),
  amount: paise,
  currency: z.string(),
  receipt: z.string().nullable().default(null),
  status: z.string(),
})
export type GatewayOrder = z.output<typeof GatewayOrder>

export const GatewayPayment = z.object({
  id: z.string().min(1).max(100),
  amount: paise,
  currency: z.string().max(10),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string().nullable().default(null),
  method: z.string().max(40).nullable().default(null),
  fee: paise.nullable().default(null),
  customer_id: z.string().nullable().default(null),
  token_id: z.string().nullable().default(null),
  error_code: z.string().nullable().default(null),
  error_description: z.string().nullable().default(null),
  error_reason: z.string().nullable().default(null),
  created_at: seconds,
})
export type GatewayPayment = z.output<typeof GatewayPayment>

export const GatewayRefund = z.object({
  id: z.string().min(1).max(100),
  amount: paise,
  payment_id: z.string(),
  receipt: z.string().nullable().default(null),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type GatewayRefund = z.output<typeof GatewayRefund>

export const GatewayDispute = z.object({
  id: z.string().min(1).max(100),
  payment_id: z.string(),
  amount: paise,
  reason_code: z.string().default('unknown'),
  respond_by: seconds.nullable().default(null),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
})
export type GatewayDispute = z.output<typeof GatewayDispute>

/** As events and lists say it. Of one that cannot be read, its number: the gateway is asked about it. */
export const SaidDispute = z.union([GatewayDispute, z.object({ id: GatewayDispute.shape.id })])
export type SaidDispute = z.output<typeof SaidDispute>

/** What charges again go to: of a card, or a mandate of UPI. */
export const GatewayToken = z.object({
  id: z.string(),
  recurring_details: z.object({ status: z.string().nullable() }).nullish(),
  max_amount: paise.nullable().default(null),
  expired_at: seconds.nullable().default(null),
})
export type GatewayToken = z.output<typeof GatewayToken>

export const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

const entity = <T extends z.ZodType>(schema: T) => z.object({ entity: schema }).optional()

/** What a webhook brings; parts we do not know are left out. */
export const GatewayEvent = z.object({
  event: z.string().min(1).max(100),
  payload: z.object({
    payment: entity(GatewayPayment),
    refund: entity(GatewayRefund),
    dispute: entity(SaidDispute),
    token: entity(GatewayToken),
  }),
})
export type GatewayEvent = z.output<typeof GatewayEvent>
