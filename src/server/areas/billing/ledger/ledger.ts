/**
 * Double entry, append-only. Every rupee that moves is a posting here; balances are what its entries sum to. The database refuses
 * what does not sum to zero, what would change an entry, and what would take an account of a buyer below zero.
 */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnedAccount, PlatformAccount, Posting } from './accounts.ts'
import * as store from './ledger.store.ts'

const isGuarded = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'ledger_balances_guarded'

/** For functions of the database that post. @throws insufficient_credits when an account of a buyer would fall below zero */
export async function refuseShort<T>(post: () => Promise<T>): Promise<T> {
  try {
    return await post()
  } catch (error) {
    if (isGuarded(error)) throw new AppError('insufficient_credits', { cause: error })
    throw error
  }
}

/**
 * Posts a movement of money in the caller's transaction, once per key.
 * @returns `posted` is false when this key was posted before
 * @throws insufficient_credits when an account of a buyer would fall below zero; Error for lines that do not sum to zero, or for a
 * key that stands for other money
 */
export async function postToLedger(tx: Queryable, posting: Posting): Promise<{ id: string; posted: boolean }> {
  const { lines } = posting
  if (lines.some(({ paise }) => !Number.isSafeInteger(paise) || paise === 0))
    throw new Error(`Ledger entries must be whole paise: ${posting.key}`)
  if (lines.reduce((sum, { paise }) => sum + paise, 0) !== 0)
    throw new Error(`Ledger entries must sum to zero: ${posting.key}`)
  return refuseShort(() => store.insertPosting(tx, posting))
}

/** What a user's account holds, in paise. */
export const balanceOf = (db: Queryable, account: OwnedAccount, owner: UserId): Promise<number> =>
  store.findBalance(db, account, owner)

/** What an account of the platform holds, in paise: credited minus debited, so money at the gateway is negative. */
export const platformBalance = (db: Queryable, account: PlatformAccount): Promise<number> =>
  store.findBalance(db, account, null)
