/** What Razorpay's API speaks of (razorpay.com/docs/api, "Entity" of orders, payments, refunds and disputes). Amounts are paise, times seconds. */
import { randomInt } from 'node:crypto'

export interface OrderEntity {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string>
  created_at: number
}

export interface ErrorFields {
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
}

export interface PaymentEntity extends ErrorFields {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string | null
  /** Of a charge of a subscription. */
  invoice_id: string | null
  international: boolean
  method: 'card' | 'upi' | 'netbanking'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  description: string | null
  vpa: string | null
  email: string
  contact: string
  customer_id: string | null
  token_id: string | null
  notes: Record<string, string>
  fee: number | null
  tax: number | null
  created_at: number
}

export interface RefundEntity {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Record<string, string>
  receipt: string | null
  acquirer_data: { arn: string | null }
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  speed_requested: 'normal'
  created_at: number
}

export interface DisputeEntity {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'chargeback'
  created_at: number
  /** What was drafted or handed in. */
  evidence?: Record<string, unknown>
}

export interface CustomerEntity {
  id: string
  entity: 'customer'
  name: string
  email: string
  contact: string
  created_at: number
}

/** A mandate to charge again: of a card or a UPI id. */
export interface TokenEntity {
  id: string
  entity: 'token'
  method: 'card' | 'upi'
  customer_id: string
  recurring: boolean
  max_amount: number
  expired_at: number
  recurring_details: { status: 'confirmed' | 'cancelled'; failure_reason: string | null }
  created_at: number
}

/** Whom a payout goes to (razorpay.com/docs/api/x/contacts/entity). */
export interface ContactEntity {
  id: string
  entity: 'contact'
  name: string
  type: string | null
  reference_id: string | null
  active: boolean
  created_at: number
}

/** Where it goes (razorpay.com/docs/api/x/fund-accounts/entity). */
export interface FundAccountEntity {
  id: string
  entity: 'fund_account'
  contact_id: string
  account_type: 'bank_account' | 'vpa'
  bank_account?: { name: string; ifsc: string; account_number: string }
  vpa?: { address: string }
  active: boolean
  created_at: number
}

/** razorpay.com/docs/api/x/payouts/entity; states: razorpay.com/docs/x/payouts/states-life-cycle */
export interface PayoutEntity {
  id: string
  entity: 'payout'
  fund_account_id: string
  amount: number
  currency: 'INR'
  notes: Record<string, string>
  fees: number
  tax: number
  status:
    | 'pending'
    | 'queued'
    | 'scheduled'
    | 'processing'
    | 'processed'
    | 'reversed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
  purpose: string
  utr: string | null
  mode: string
  reference_id: string | null
  narration: string | null
  batch_id: null
  status_details: { description: string; source: string; reason: string } | null
  created_at: number
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `order_` and fourteen letters or digits, as Razorpay's are. */
export const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

export const NO_ERROR: ErrorFields = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

/** What a bank that declines says. */
export const DECLINED: ErrorFields = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Your payment was declined by the bank. Try another method.',
  error_source: 'bank',
  error_step: 'payment_authorization',
  error_reason: 'payment_failed',
}

/** What a UPI request gives that nobody answered in its time (razorpay.com/docs/errors/payments/upi). */
export const TIMED_OUT: ErrorFields = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'Payment was unsuccessful as you could not complete it in time.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_timed_out',
}

/** What a buyer who presses Cancel gives. */
export const CANCELLED: ErrorFields = {
  error_code: 'BAD_REQUEST_ERROR',
  error_description: 'You may have cancelled the payment or there was a delay in response from the UPI app.',
  error_source: 'customer',
  error_step: 'payment_authentication',
  error_reason: 'payment_cancelled',
}

/** 2 % and 18 % GST on it, as the standard plan takes. */
export const feeOf = (amount: number): { fee: number; tax: number } => {
  const bare = Math.round(amount * 0.02)
  const tax = Math.round(bare * 0.18)
  return { fee: bare + tax, tax }
}
