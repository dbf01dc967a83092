/** Where a payout goes: opened only when it is sent. */
import { AppError } from '#contract/core/errors.ts'
import { Payee } from '#contract/selling/seller-profile.ts'
import { findProfile, openProfile } from '#server/areas/accounts/accounts.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { PayoutRow } from './payouts.store.ts'

/** @throws illegal_transition: nothing is paid to a blocked account, or on details that aren't verified, also where the payout was prepared before */
export function refuseUnpayable({
  legal_name,
  blocked,
  verified,
}: Pick<PayoutRow, 'legal_name' | 'blocked' | 'verified'>): void {
  if (blocked)
    throw new AppError('illegal_transition', {
      message: `The account of ${legal_name} is blocked. Cancel this payout; a later run pays it when the account is active again.`,
    })
  if (!verified)
    throw new AppError('illegal_transition', {
      message: `The details of ${legal_name} aren’t verified. Verify them first, or cancel this payout.`,
    })
}

/** @throws illegal_transition when the seller is blocked or not verified, has none any more, or named another after the payout was prepared */
export async function requirePayee(
  tx: Queryable,
  ring: KeyRing,
  row: Pick<PayoutRow, 'seller_id' | 'legal_name' | 'payee_shown' | 'blocked' | 'verified'>,
): Promise<Payee> {
  refuseUnpayable(row)
  const profile = await findProfile(tx, row.seller_id)
  const sealed = profile && openProfile(ring, profile).payee
  if (!sealed)
    throw new AppError('illegal_transition', { message: `${row.legal_name} no longer has a payout account.` })
  // The new one is paid after its own waiting period: a person who takes over an account is not paid by a run that is
  // already prepared.
  if (profile.payee_shown !== row.payee_shown || (profile.payee_from ?? 0) > new Date())
    throw new AppError('illegal_transition', {
      message: `${row.legal_name} has changed their payout account. Cancel this payout; the next run uses the new account.`,
    })
  return Payee.parse(JSON.parse(sealed))
}
