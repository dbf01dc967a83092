/**
 * The accounts of the ledger, as in `ledger_account_kinds`. A positive amount credits an account, a negative one debits
 * it: what a person owns is positive, what the platform holds for it (at the gateway, at the bank) negative.
 */
import type { UserId } from '#contract/core/primitives.ts'

/** Accounts that every user may have one of. `credits` and `credits_held` never fall below zero; `earnings` may, after a refund. */
export const OWNED_ACCOUNTS = ['credits', 'credits_held', 'earnings_held', 'earnings'] as const
export type OwnedAccount = (typeof OWNED_ACCOUNTS)[number]

/** The platform's own. */
export const PLATFORM_ACCOUNTS = [
  'gateway',
  'bank',
  'gateway_fees',
  'disputed',
  'losses',
  'unclaimed',
  'payouts',
  'refunds_due',
  'commission',
  'plans',
  'models',
  'goodwill',
  'gst_payable',
  'tcs_payable',
  'tds_payable',
] as const
export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number]

/** One entry: whole paise, positive credits. */
export type LedgerLine =
  | { account: OwnedAccount; owner: UserId; paise: number }
  | { account: PlatformAccount; paise: number }

/** What money is moved for. */
export interface Posting {
  /** Stands for this movement: posted once, however often it is asked for. `order:<id>:paid`, `sale:<id>`, `payout:<id>:sent`. */
  key: string
  /** What kind of movement it is: `top_up`, `hold`, `release`, `sale`, `refund`, `payout`, `plan` … */
  kind: string
  /** The thing that moves the money, so that every entry leads to its cause. */
  cause: { type: string; id: string }
  lines: readonly LedgerLine[]
  note?: string
  /** Who decided it, when a person did. */
  by?: UserId
  /** The transaction this one takes back. */
  reverses?: string
}
