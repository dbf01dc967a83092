/** What Razorpay's API of subscriptions speaks of (razorpay.com/docs/api/payments/subscriptions). Amounts are paise, times seconds. */

export interface PlanEntity {
  id: string
  entity: 'plan'
  interval: number
  period: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'
  item: {
    id: string
    active: true
    name: string
    description: string | null
    amount: number
    unit_amount: number
    currency: 'INR'
    type: 'plan'
    unit: null
    tax_inclusive: false
    hsn_code: null
    sac_code: null
    tax_rate: null
    tax_id: null
    tax_group_id: null
    created_at: number
    updated_at: number
  }
  notes: Record<string, string>
  created_at: number
}

/** razorpay.com/docs/payments/subscriptions/states */
export type SubscriptionStatus =
  | 'created'
  | 'authenticated'
  | 'active'
  | 'pending'
  | 'halted'
  | 'paused'
  | 'cancelled'
  | 'completed'
  | 'expired'

export interface SubscriptionEntity {
  id: string
  entity: 'subscription'
  plan_id: string
  customer_id: string | null
  status: SubscriptionStatus
  current_start: number | null
  current_end: number | null
  ended_at: number | null
  quantity: number
  notes: Record<string, string>
  charge_at: number | null
  start_at: number | null
  end_at: number | null
  auth_attempts: number
  total_count: number
  paid_count: number
  customer_notify: boolean
  created_at: number
  expire_by: number | null
  paused_at?: number
  pause_initiated_by?: 'self' | null
  short_url: string
  has_scheduled_changes: boolean
  change_scheduled_at: number | null
  source: 'api'
  payment_method: 'card' | 'upi' | null
  /** Cycles whose invoice is not issued yet. */
  remaining_count: number
}

export interface SubscriptionChange {
  plan_id?: string
  quantity?: number
  remaining_count?: number
  start_at?: number
  customer_notify?: boolean
}

/** A subscription as it is shown, and what is not. */
export interface KeptSubscription {
  id: string
  created_at: number
  shown: SubscriptionEntity
  /** What charges are made with, once it is authenticated. */
  token_id: string | null
  /** Add-ons that are collected with the first payment. */
  upfront: number
  /** Where the cycles are counted from, and how many have begun since. */
  anchor: number | null
  begun: number
  /** Holds from the next cycle on. */
  change: SubscriptionChange | null
  ends_with_cycle: boolean
}

/** The part of an invoice that a charge is told by. */
export interface InvoiceEntity {
  id: string
  entity: 'invoice'
  type: 'invoice'
  subscription_id: string
  customer_id: string | null
  order_id: string
  payment_id: string | null
  status: 'issued' | 'paid'
  amount: number
  amount_paid: number
  amount_due: number
  currency: 'INR'
  billing_start: number | null
  billing_end: number | null
  issued_at: number
  paid_at: number | null
  created_at: number
}
