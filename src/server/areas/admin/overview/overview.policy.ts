/** Who enters the admin area. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated, forbidden */
export function mayOpenAdminArea(caller: Caller): Grant<'admin.open', UserCaller> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('admin.access')) throw new AppError('forbidden')
  return mint('admin.open', caller, caller)
}
