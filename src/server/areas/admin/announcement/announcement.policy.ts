/** Who speaks to everyone: the super admin. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type Announcing = Grant<'announcement.change', UserCaller>

/** @throws unauthenticated, forbidden */
export function mayAnnounce(caller: Caller): Announcing {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('announcement.change', caller, caller)
}
