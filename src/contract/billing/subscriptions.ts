/** Plans and subscriptions (§7, §9). A plan is written as §3 has it, in camelCase and rupees; everything that is paid, in paise. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Paise, Timestamp } from '#contract/core/primitives.ts'

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  /** Rupees with GST. */
  monthlyPrice: z.number(),
  yearlyPrice: z.number().describe('Rupees with GST, for a year.'),
  /** 999 is unlimited. */
  agentLimit: z.number().int(),
  /** Null is as many as a workspace can have. */
  seats: z.number().int().nullable(),
  isPopular: z.boolean(),
  isPremium: z.boolean(),
  features: z.array(z.string()).readonly(),
  /** Null is unlimited. */
  limits: z.object({ storage: z.string().nullable(), apiCalls: z.string().nullable(), support: z.string() }),
  cta: z.string(),
  savings: z.string(),
})

export const BILLINGS = ['monthly', 'yearly'] as const
export const Billing = z.enum(BILLINGS)
export type Billing = z.infer<typeof Billing>

/**
 * - `trialing`: the free days. - `active`: paid. - `past_due`: a renewal could not be charged and is tried again.
 * - `awaiting_customer`: a renewal that only the customer can pay. - `cancelled`: holds until the end of its period.
 * - `ended`: holds no more.
 */
export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'awaiting_customer',
  'cancelled',
  'ended',
] as const
export const SubscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const SubscriptionId = z.uuid().brand('SubscriptionId')
export type SubscriptionId = z.infer<typeof SubscriptionId>

const PlanName = z.object({ id: z.string(), name: z.string() })

export const Renewal = z.object({
  plan: PlanName,
  billing: Billing,
  amount_paise: Paise.describe('With GST.'),
  /** When the new period begins. */
  at: Timestamp,
  /** Announced before it; due from then until it is paid. */
  status: z.enum(['announced', 'due']),
  /** Who pays: the bank is told to, or the customer has to. */
  by: z.enum(['mandate', 'customer']),
  /** The next charge, or the next reminder. */
  next_attempt_at: Timestamp,
  /** Without it the plan ends then. */
  pay_by: Timestamp,
})
export type Renewal = z.infer<typeof Renewal>

export const Subscription = z.object({
  id: SubscriptionId,
  plan: PlanName,
  billing: Billing,
  status: SubscriptionStatus,
  /** What a period costs by the version of the plan it was made with. */
  price_paise: Paise,
  period_start: Timestamp,
  period_end: Timestamp,
  /** The plan holds until then when nothing more happens. */
  access_until: Timestamp,
  trial_ends_at: Timestamp.nullable().describe('Null for one that began without free days.'),
  cancelled_at: Timestamp.nullable().describe('Null while it renews.'),
  ended_at: Timestamp.nullable().describe('Null while it gives access.'),
  created_at: Timestamp,
  /** The smaller plan that begins with the next period. */
  next: z.object({ plan: PlanName, billing: Billing }).nullable(),
  renewal: Renewal.nullable(),
  abilities: z.object({ cancel: Ability, resume: Ability }),
})
export type Subscription = z.infer<typeof Subscription>

const limit = z.number().int().nullable()
export const CurrentSubscription = z.object({
  /** Null without a plan: the free limits hold. */
  subscription: Subscription.nullable(),
  /** An admin: no plan limits them. */
  exempt: z.boolean(),
  /** What holds now; null is unlimited. */
  limits: z.object({ services: limit, storage_bytes: limit, api_calls: limit, seats: limit }),
  usage: z.object({
    /** Services that take a slot of the plan. */
    services: z.number().int(),
    /** Services that come with an agent that was bought: they need no slot of the plan. */
    included_services: z.number().int(),
    storage_bytes: z.number().int(),
    api_calls: z.number().int().describe('Calls since `calls_reset_at` was last reached.'),
    seats: z.number().int().describe('Members of a workspace and those invited; 0 for a person’s own account.'),
    calls_reset_at: Timestamp,
  }),
  /** Whether the free days can still be had. */
  trial: Ability,
  /** What renewals are charged to without asking, and up to how much. */
  mandate: z
    .object({
      method: z.string(),
      max_paise: Paise.describe('The most that may be charged at once without asking.'),
      /** Null: until it is ended. */
      valid_until: Timestamp.nullable(),
    })
    .nullable(),
})
export type CurrentSubscription = z.infer<typeof CurrentSubscription>

export const PlanChoice = z.strictObject({ plan_id: z.string().min(1).max(31), billing: Billing.default('monthly') })
export type PlanChoice = z.output<typeof PlanChoice>

/**
 * What choosing a plan would do.
 * - `start`: it is paid and begins. - `upgrade`: it begins at once; what is left of the present
 * period is taken off. - `renew`: the period that is due is paid. - `later`: it begins when the present period ends.
 * - `none`: nothing, for the reason.
 */
export const PlanQuote = z.object({
  kind: z.enum(['start', 'upgrade', 'renew', 'later', 'none']),
  plan: PlanName,
  billing: Billing,
  /** To be paid now, with GST. */
  amount_paise: Paise,
  /** Of that, GST. */
  gst_paise: Paise,
  /** Of a whole period. */
  price_paise: Paise,
  /** What the rest of the present period is worth. */
  credit_paise: Paise,
  starts_at: Timestamp,
  period_end: Timestamp,
  reason: z.string().nullable().describe('Why nothing would happen; null for every other kind.'),
  /** Whether the free days of this plan can be had instead. */
  trial: Ability,
})
export type PlanQuote = z.infer<typeof PlanQuote>

export const SubscriptionEvent = z.object({
  id: z.uuid(),
  kind: z.string(),
  plan: PlanName,
  billing: Billing,
  paise: Paise.nullable(),
  happened_at: Timestamp,
})
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>

const params = z.object({ id: SubscriptionId })

export const subscriptionEndpoints = {
  endMandate: endpoint({
    method: 'DELETE',
    path: '/api/v1/subscriptions/mandate',
    access: signedIn,
    returns: CurrentSubscription,
  }),
  listPlans: endpoint({
    method: 'GET',
    path: '/api/v1/subscriptions/plans',
    access: anyone,
    query: z.object({ active_only: z.stringbool().default(true), ...listQuery(25) }),
    returns: listOf(Plan),
  }),
  getCurrentSubscription: endpoint({
    method: 'GET',
    path: '/api/v1/subscriptions/current',
    access: signedIn,
    returns: CurrentSubscription,
  }),
  quotePlan: endpoint({
    method: 'GET',
    path: '/api/v1/subscriptions/quote',
    access: signedIn,
    query: PlanChoice,
    returns: PlanQuote,
    errors: ['not_found'],
  }),
  createSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/create',
    access: signedIn,
    body: PlanChoice,
    returns: Subscription,
    errors: ['not_found', 'payment_required', 'illegal_transition'],
    success: 201,
  }),
  changeSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/{id}/change',
    access: signedIn,
    params,
    body: PlanChoice,
    returns: Subscription,
    errors: ['not_found', 'payment_required', 'illegal_transition'],
  }),
  cancelSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/{id}/cancel',
    access: signedIn,
    params,
    returns: Subscription,
    errors: ['not_found', 'illegal_transition'],
  }),
  resumeSubscription: endpoint({
    method: 'POST',
    path: '/api/v1/subscriptions/{id}/resume',
    access: signedIn,
    params,
    returns: Subscription,
    errors: ['not_found', 'illegal_transition'],
  }),
  listSubscriptionHistory: endpoint({
    method: 'GET',
    path: '/api/v1/subscriptions/history',
    access: signedIn,
    query: z.object(listQuery(25)),
    returns: listOf(SubscriptionEvent),
  }),
}
