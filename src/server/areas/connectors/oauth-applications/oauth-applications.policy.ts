/** Who registers this installation at services: the super admin. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type ChangingOAuthApplications = Grant<'oauth_application.change', UserCaller>

/** @throws unauthenticated, forbidden */
export function mayChangeOAuthApplications(caller: Caller): ChangingOAuthApplications {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('oauth_application.change', caller, caller)
}
