/** Who changes how the installation works: the super admin. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type ChangingMaintenance = Grant<'maintenance.change', UserCaller>
export type ChangingSignUp = Grant<'sign_up.change', UserCaller>

function superAdmin(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated, forbidden */
export function mayChangeMaintenance(caller: Caller): ChangingMaintenance {
  const admin = superAdmin(caller)
  return mint('maintenance.change', admin, admin)
}

/** @throws unauthenticated, forbidden */
export function mayChangeSignUp(caller: Caller): ChangingSignUp {
  const admin = superAdmin(caller)
  return mint('sign_up.change', admin, admin)
}
