/** What orders are made of, without schemas: for pages and the server alike. */

export const BUYABLE = ['credits', 'plan', 'agent'] as const
export type Buyable = (typeof BUYABLE)[number]

/** Razorpay, or the built-in gateway of an installation without keys. */
export const GATEWAYS = ['razorpay', 'test'] as const
export type GatewayName = (typeof GATEWAYS)[number]

/**
 * - `created`: not paid. - `pending`: a payment is under way. - `failed`: an attempt failed; another may follow.
 * - `paid`. - `expired`: it was not paid in time; what was begun in time and confirmed late still counts.
 */
export const ORDER_STATUSES = ['created', 'pending', 'failed', 'paid', 'expired'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** A top-up, in paise. */
export const TOP_UP = { min_paise: 10_000, max_paise: 10_000_000, suggested_paise: [50_000, 100_000, 250_000] } as const

export const TEST_METHODS = ['card', 'upi', 'netbanking'] as const
export type TestMethod = (typeof TEST_METHODS)[number]
/** What comes of a test payment: paid, declined, given up, waiting for the UPI app, paid without a word to the page. */
export const TEST_OUTCOMES = ['success', 'failure', 'cancelled', 'pending', 'dropped'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

/** Below it a gateway takes nothing. */
export const LEAST_PAYMENT_PAISE = 100

/** How long an order keeps its price, in minutes. */
export const ORDER_MINUTES = 60

/** Within how many days of paying a refund may be asked for, as the refund policy says: of a plan's renewal sooner than of its start. */
export const REFUND_DAYS = { credits: 30, plan: 14, renewal: 7, agent: 14, run: 14 } as const

/** An unanswered request goes to the admins after so many days. */
export const REFUND_ANSWER_DAYS = 3

/**
 * - `requested`: the buyer asks. - `approved`: decided, and on its way. - `processed`: it has gone.
 * - `failed`: the gateway could not pay it; an admin sends it again.
 */
export const REFUND_STATUSES = ['requested', 'declined', 'withdrawn', 'approved', 'processed', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]
