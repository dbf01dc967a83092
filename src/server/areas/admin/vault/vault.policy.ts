/** Who looks after the keys of the vault. The only place that mints grants on it. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated, forbidden */
export function mayKeepVault(caller: Caller): Grant<'vault.rotate'> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('vault.rotate', caller, null)
}
