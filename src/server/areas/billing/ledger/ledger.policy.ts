/** Who reads the books, and who corrects them. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated, forbidden */
export function mayReadLedger(caller: Caller): Grant<'ledger.read', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin' || caller.api_key) throw new AppError('forbidden')
  return mint('ledger.read', caller, caller.id)
}

/** @throws confirmation_needed */
export function mayCorrectLedger(
  { by, on }: Grant<'ledger.read', UserId>,
  fresh: boolean,
): Grant<'ledger.correct', UserId> {
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('ledger.correct', by, on)
}
