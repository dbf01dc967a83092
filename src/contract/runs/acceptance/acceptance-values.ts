/** The rules of "Charged only when accepted", in one place: the server follows them, and pages show them before a run. */
import { DAY_MS, HOUR_MS } from '#shared/time.ts'

export const ACCEPTANCE = {
  /** How long a seller may let buyers decide, in days. */
  days: [1, 14],
  usual_days: 3,
  /** Characters of what a buyer writes to the seller. */
  note: 1000,
  /**
   * Who rejects more than this share of the results that were decided in the last days, of one seller and at least this many, pays their
   * next runs of this seller when they succeed.
   */
  limit: { share: 0.4, decided: 20, days: 30 },
  /** One reminder for all results whose time ends within a day, when at least this much of money waits for a decision. */
  remind: { before_ms: DAY_MS, from_paise: 50_000, again_ms: 20 * HOUR_MS },
  /** Results of a batch that one request decides, and how long it works on them. */
  at_once: 1000,
  work_ms: 5000,
} as const

/** - `waiting`: the price is reserved. - `accepted`: charged. - `rejected`: given back. */
export const ACCEPTANCE_STATES = ['waiting', 'accepted', 'rejected'] as const
export type AcceptanceState = (typeof ACCEPTANCE_STATES)[number]

export const REJECT_REASONS = ['wrong', 'incomplete', 'unreadable', 'not_as_described', 'other'] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** `silence`: the time to decide ended. `closing`: the account was deleted. */
export const ACCEPTANCE_WAYS = ['page', 'api', 'batch', 'sign_off', 'silence', 'closing'] as const
export type AcceptanceWay = (typeof ACCEPTANCE_WAYS)[number]

/** Whether so many rejections end the option for a buyer and a seller. */
export const isOverLimit = ({ accepted, rejected }: { accepted: number; rejected: number }): boolean => {
  const decided = accepted + rejected
  return decided >= ACCEPTANCE.limit.decided && rejected / decided > ACCEPTANCE.limit.share
}
