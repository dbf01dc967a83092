/** The plans of specification §9 and §3, as an installation begins with them. Rupees. */

import { DAY_MS } from '#shared/time.ts'

/** §3, §9. Rupees; `agentLimit` 999 is unlimited, a `null` limit too. */
export interface Plan {
  id: string
  name: string
  monthlyPrice: number
  yearlyPrice: number
  agentLimit: number
  /** People in a workspace, invited ones among them; null is as many as a workspace can have. Not of §9, which has no workspaces. */
  seats: number | null
  isPopular: boolean
  isPremium: boolean
  features: readonly string[]
  limits: { storage: string | null; apiCalls: string | null; support: string }
  cta: string
  savings: string
}

export const YEARLY_BANNER = 'Save up to 17%'

export const UNLIMITED_AGENTS = 999

export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    monthlyPrice: 1000,
    yearlyPrice: 10_000,
    agentLimit: 2,
    seats: 5,
    isPopular: true,
    isPremium: false,
    features: [
      '2 agents',
      '5GB storage',
      '10K API calls per month',
      'Email support',
      '7-day free trial, no credit card',
    ],
    limits: { storage: '5GB', apiCalls: '10K/month', support: 'email' },
    cta: 'Start Free Trial',
    savings: '2,000 per year',
  },
  {
    id: 'professional',
    name: 'Professional',
    monthlyPrice: 5000,
    yearlyPrice: 50_000,
    agentLimit: 5,
    seats: 15,
    isPopular: false,
    isPremium: true,
    features: ['5 agents', '25GB storage', '50K API calls per month', 'Priority email support'],
    limits: { storage: '25GB', apiCalls: '50K/month', support: 'priority email' },
    cta: 'Upgrade to Pro',
    savings: '10,000 per year',
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    monthlyPrice: 15_000,
    yearlyPrice: 150_000,
    agentLimit: UNLIMITED_AGENTS,
    seats: null,
    isPopular: false,
    isPremium: true,
    features: ['Unlimited agents', 'Unlimited storage', 'Unlimited API calls', '24/7 phone and chat support'],
    limits: { storage: null, apiCalls: null, support: '24/7 phone and chat' },
    cta: 'Contact Sales',
    savings: '30,000 per year',
  },
]

/** What holds without a plan; `null` is unlimited. */
export const FREE_LIMITS = { services: 1, storage_bytes: 500_000_000, api_calls: 500, seats: 3 } as const

/** The one plan that can be tried before it is paid. */
export const TRIAL_PLAN = 'starter'

export const SUBSCRIPTIONS = {
  trial_days: 7,
  /** Days of the trial, counted from 1, on which the product asks. */
  trial_reminder_days: [5, 7],
  /** A renewal is announced this long before it is charged, and never less than `pre_debit_ms` (RBI e-mandate framework). */
  announced_ms: 3 * DAY_MS,
  pre_debit_ms: DAY_MS,
  /** After a charge that failed, and between reminders where the customer has to pay: days to the next try each time. */
  retry_after_days: [2, 5, 7, 7],
  /** After the last of them, before the plan ends. */
  grace_days: 3,
  /** A plan that is bought this soon after an unpaid one ended begins earlier by the days of grace that were used. */
  grace_owed_days: 90,
  /** Above it, GST included, a bank charges nobody without asking them each time (RBI). */
  silent_paise: 1_500_000,
} as const
