/** Who changes how the installation works: the super admin. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type ChangingMaintenance = Grant<'maintenance.change', UserCaller>
export type ChangingCompany = Grant<'company.change', UserCaller>

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

/** Settings that are changed by nothing but the form of the super admin. */
export type SettingAction =
  | 'sign_up.change'
  | 'features.change'
  | 'limits.change'
  | 'brand.change'
  | 'brand.upload_logo'
  | 'mail_templates.change'
  | 'mail_templates.test'
export type SettingGrant<Action extends SettingAction> = Grant<Action, UserCaller>

/** @throws unauthenticated, forbidden */
export function mayChangeSetting<Action extends SettingAction>(action: Action, caller: Caller): SettingGrant<Action> {
  const admin = superAdmin(caller)
  return mint(action, admin, admin)
}

/** @throws unauthenticated, forbidden */
export function mayChangeCompany(caller: Caller): ChangingCompany {
  const admin = superAdmin(caller)
  return mint('company.change', admin, admin)
}
