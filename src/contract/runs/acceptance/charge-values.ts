/** What becomes of the charge of a run. */

/** `awaiting`: it succeeded, and its price is charged when the result is accepted. `rejected`: the price was given back. */
export const CHARGE_STATUSES = ['held', 'running', 'awaiting', 'settled', 'rejected', 'released'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** Why a run cost nothing. */
export const RELEASE_REASONS = ['failed', 'cancelled', 'empty', 'never_started'] as const
export type ReleaseReason = (typeof RELEASE_REASONS)[number]
