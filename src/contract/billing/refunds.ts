/** Money back: asked for by the buyer, decided by the seller or an admin, paid the way it came, or to the credits it was paid with. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { roleAtLeast, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Paise, Timestamp } from '#contract/core/primitives.ts'
import { DISPUTE_STATUSES, REFUND_STATUSES } from './payment-values.ts'
import { OrderId } from './payments.ts'

export const RefundId = z.uuid().brand('RefundId')
export type RefundId = z.infer<typeof RefundId>

export const Refund = z.object({
  id: RefundId,
  order_id: OrderId.nullable().describe('Null for a refund of runs.'),
  sale_id: z.uuid().nullable(),
  title: z.string(),
  paise: Paise,
  /** What is left of what was paid: a refund is never above it. */
  left_paise: Paise,
  origin: z.enum(['buyer', 'seller', 'admin', 'platform']),
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** To the credits it was paid with, not the way a card or a bank paid. */
  to_credits: z.boolean(),
  /** For the person who decides. */
  buyer_name: z.string().nullable(),
  decision_reason: z.string().nullable().describe('Null until it is decided.'),
  last_error: z.string().nullable(),
  created_at: Timestamp,
  answer_by: Timestamp.describe('Until then the seller can answer.'),
  decided_at: Timestamp.nullable().describe('Null until it is decided.'),
  processed_at: Timestamp.nullable().describe('When the gateway confirmed that the money went back; null until then.'),
  abilities: z.object({ withdraw: Ability, decide: Ability, retry: Ability }),
})
export type Refund = z.infer<typeof Refund>

export const Dispute = z.object({
  id: z.uuid(),
  gateway_dispute_id: z.string(),
  gateway_payment_id: z.string(),
  order_id: OrderId.nullable().describe('Null when the payment has no order here.'),
  title: z.string().nullable(),
  buyer_name: z.string().nullable(),
  paise: Paise.describe('The disputed part of the payment.'),
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** What of a lost one could not be taken back. */
  loss_paise: Paise,
  respond_by: Timestamp.nullable().describe('Until then the bank accepts evidence; null when it did not say.'),
  /** How often the bank sent the evidence back for better. */
  times_sent_back: z.number().int(),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
})
export type Dispute = z.infer<typeof Dispute>

/** Money that came without an order of ours. */
export const UnmatchedPayment = z.object({
  payment_id: z.uuid(),
  gateway_payment_id: z.string(),
  paise: Paise,
  method: z.string().nullable(),
  cause: z.string(),
  received_at: Timestamp,
  /** Null until the payment is refunded. */
  refund: z.enum(REFUND_STATUSES).nullable(),
  refund_error: z.string().nullable(),
  abilities: z.object({ refund: Ability }),
})
export type UnmatchedPayment = z.infer<typeof UnmatchedPayment>

export const Reconciliation = z.object({
  id: z.uuid(),
  gateway: z.string(),
  since: Timestamp,
  until: Timestamp,
  payments: z.number().int().describe('Payments of the gateway that were compared.'),
  refunds: z.number().int(),
  disputes: z.number().int(),
  repaired: z.number().int().describe('Differences that were settled on the spot.'),
  differences: z.array(z.object({ kind: z.string(), id: z.string(), paise: Paise, repaired: z.boolean() })),
  created_at: Timestamp,
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** What the money was paid for: an order, or a sale that was paid with credits, also named by its run. */
const target = {
  order_id: OrderId.optional(),
  sale_id: z.uuid().optional(),
  execution_id: z.uuid().optional(),
}
const reason = z.string().trim().min(1, 'Enter a reason').max(2000)
const paise = z.number().int().min(1).max(1_000_000_000_000)
const params = z.object({ id: RefundId })
const query = z.object({ status: z.enum(REFUND_STATUSES).optional(), ...listQuery(25) })
const admin = roleAtLeast('admin')

export const refundEndpoints = {
  askRefund: endpoint({
    method: 'POST',
    path: '/api/v1/refunds',
    access: signedIn,
    body: z.strictObject({ ...target, paise: paise.optional(), reason }),
    returns: Refund,
    success: 201,
    errors: ['not_found', 'illegal_transition'],
  }),
  listRefunds: endpoint({
    method: 'GET',
    path: '/api/v1/refunds',
    access: signedIn,
    query: query.extend({ as: z.enum(['buyer', 'seller']).default('buyer'), order_id: OrderId.optional() }),
    returns: listOf(Refund),
  }),
  withdrawRefund: endpoint({
    method: 'POST',
    path: '/api/v1/refunds/{id}/withdraw',
    access: signedIn,
    params,
    returns: Refund,
    errors: ['not_found', 'illegal_transition'],
  }),
  decideRefund: endpoint({
    method: 'POST',
    path: '/api/v1/refunds/{id}/decide',
    access: signedIn,
    params,
    body: z.strictObject({
      approve: z.boolean(),
      paise: paise.optional(),
      reason: z.string().trim().max(2000).default(''),
    }),
    returns: Refund,
    errors: ['not_found', 'illegal_transition', 'insufficient_credits'],
  }),
  giveRefund: endpoint({
    method: 'POST',
    path: '/api/v1/refunds/give',
    access: signedIn,
    body: z.strictObject({ ...target, paise: paise.optional(), reason }),
    returns: Refund,
    success: 201,
    errors: ['not_found', 'illegal_transition', 'insufficient_credits'],
  }),
  listAllRefunds: endpoint({
    method: 'GET',
    path: '/api/v1/admin/refunds',
    access: admin,
    query,
    returns: listOf(Refund),
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: '/api/v1/admin/refunds/{id}/retry',
    access: admin,
    params,
    returns: Refund,
    errors: ['not_found', 'illegal_transition'],
  }),
  listDisputes: endpoint({
    method: 'GET',
    path: '/api/v1/admin/disputes',
    access: admin,
    query: z.object(listQuery(25)),
    returns: listOf(Dispute),
  }),
  listUnclaimed: endpoint({
    method: 'GET',
    path: '/api/v1/admin/unclaimed',
    access: admin,
    query: z.object(listQuery(25)),
    returns: listOf(UnmatchedPayment).extend({ unclaimed_paise: Paise }),
  }),
  refundUnclaimed: endpoint({
    method: 'POST',
    path: '/api/v1/admin/unclaimed/{id}/refund',
    access: admin,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ reason }),
    returns: UnmatchedPayment,
    errors: ['not_found', 'illegal_transition', 'confirmation_needed'],
  }),
  listReconciliations: endpoint({
    method: 'GET',
    path: '/api/v1/admin/reconciliations',
    access: admin,
    query: z.object(listQuery(25)),
    returns: listOf(Reconciliation),
  }),
  reconcileNow: endpoint({
    method: 'POST',
    path: '/api/v1/admin/reconciliations',
    access: admin,
    body: z.strictObject({ days: z.number().int().min(1).max(31).default(2) }),
    returns: z.object({ repaired: z.number().int(), open: z.number().int() }),
    timeout: 30_000,
    errors: ['gateway_unavailable'],
  }),
}
