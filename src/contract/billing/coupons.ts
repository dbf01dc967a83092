/**
 * Coupons: codes that take something off what is bought through the checkout, or give free runs of an agent. A seller gives them for own
 * agents, a super admin for plans. What one gives never changes: another one is made instead.
 */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Paise, Timestamp } from '#contract/core/primitives.ts'
import { COUPON_CODE, COUPON_LIMITS, COUPON_PERIODS, COUPON_STATES } from './coupon-values.ts'

/** Letters, digits and dashes; capitals and small letters are the same. */
export const CouponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(COUPON_CODE, 'Use 3 to 40 letters from A to Z, digits and hyphens')

export const CouponId = z.uuid().brand('CouponId')
export type CouponId = z.infer<typeof CouponId>

/** Whose: the caller's as a seller, or the platform's. */
const Scope = z.enum(['own', 'platform'])
export type CouponScope = z.infer<typeof Scope>

const { percent, off_paise, runs } = COUPON_LIMITS
const amount = z.number().int('Use whole rupees and paise').max(off_paise.max, 'At most ₹1,00,00,000')

/** What is taken off the price with GST, or so many free runs of one agent. */
export const CouponGift = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('percent'),
    percent: z
      .number()
      .int('Use a whole number')
      .min(percent.min, 'From 1 to 100 percent')
      .max(percent.max, 'From 1 to 100 percent'),
  }),
  z.strictObject({ type: z.literal('amount'), paise: amount.min(off_paise.min, 'At least ₹1') }),
  z.strictObject({
    type: z.literal('runs'),
    runs: z.number().int('Use a whole number').min(runs.min, 'From 1 to 100 runs').max(runs.max, 'From 1 to 100 runs'),
  }),
])
export type CouponGift = z.infer<typeof CouponGift>

export const NewCoupon = z.strictObject({
  scope: Scope,
  code: CouponCode,
  gives: CouponGift,
  /** Ids of own agents, or of plans; null: all that there are, also later. */
  items: z
    .array(z.string().min(1).max(36))
    .min(1, 'Choose at least one')
    .max(COUPON_LIMITS.items, `At most ${COUPON_LIMITS.items}`)
    .nullable()
    .default(null),
  /** Null: all. */
  periods: z.array(z.enum(COUPON_PERIODS)).min(1, 'Choose at least one').max(3).nullable().default(null),
  /** Null: now. */
  starts_at: Timestamp.nullable().default(null),
  /** Null: until it is ended. */
  ends_at: Timestamp.nullable().default(null),
  /** How often in all; null: any number of times. */
  most: z
    .number()
    .int('Use a whole number')
    .min(1, 'At least once')
    .max(COUPON_LIMITS.most, 'At most 10,00,000')
    .nullable()
    .default(null),
  once_per_person: z.boolean().default(true),
  /** What is bought costs at least this, with GST. */
  least_paise: amount.min(0, 'Not less than zero').default(0),
  /** For who has bought nothing of the seller, or had no paid plan. */
  first_purchase: z.boolean().default(false),
  note: z.string().trim().max(COUPON_LIMITS.note, `Use at most ${COUPON_LIMITS.note} characters`).default(''),
})
export type NewCoupon = z.output<typeof NewCoupon>

export const Coupon = z.object({
  id: CouponId,
  code: z.string(),
  gives: CouponGift,
  /** Null: all. */
  items: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string().nullable() })).nullable(),
  periods: z
    .array(z.enum(COUPON_PERIODS))
    .nullable()
    .describe('The billing periods of plans it applies to; null for all.'),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable().describe('Null without an end.'),
  most: z.number().int().nullable().describe('How often it can be used; null without a limit.'),
  once_per_person: z.boolean(),
  least_paise: Paise.describe('An order must cost at least this much before the discount.'),
  first_purchase: z.boolean(),
  note: z.string(),
  state: z.enum(COUPON_STATES),
  /** Orders that can still be paid with it. */
  reserved: z.number().int(),
  /** Paid orders, or people who had the free runs. */
  redeemed: z.number().int(),
  /** Of these, uses beyond `most`: ordered in time, but confirmed by the bank after another buyer got the use. */
  beyond: z.number().int(),
  /** Taken off paid orders, without what was refunded; and what was paid for them. */
  given_paise: Paise,
  paid_paise: Paise,
  created_at: Timestamp,
  abilities: z.object({ pause: Ability, resume: Ability, end: Ability }),
})
export type Coupon = z.infer<typeof Coupon>

const FreeRuns = z.object({ runs: z.number().int(), trial_runs_left: z.number().int() })
export type FreeRuns = z.infer<typeof FreeRuns>

const params = z.object({ id: CouponId })
const access = withPermission('agents.create')

const change = (verb: string) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/coupons/{id}/${verb}`,
    access,
    params,
    returns: Coupon,
    errors: ['not_found', 'illegal_transition'],
  })

export const couponEndpoints = {
  listCoupons: endpoint({
    method: 'GET',
    path: '/api/v1/coupons',
    access,
    query: z.object({ scope: Scope.default('own'), ...listQuery(25) }),
    returns: listOf(Coupon),
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: '/api/v1/coupons',
    access,
    body: NewCoupon,
    returns: Coupon,
    success: 201,
    errors: ['already_exists', 'limit_reached'],
  }),
  enterCode: endpoint({
    method: 'POST',
    path: '/api/v1/coupons/enter',
    access: signedIn,
    body: z.strictObject({ agent_id: AgentId, code: CouponCode }),
    returns: FreeRuns,
    errors: ['not_found', 'address_unproven', 'too_many_requests'],
  }),
  pauseCoupon: change('pause'),
  resumeCoupon: change('resume'),
  endCoupon: change('end'),
}
