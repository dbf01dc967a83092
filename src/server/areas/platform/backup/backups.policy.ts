/** Who sees backups and asks for one: the super admin. */
import { AppError } from '#contract/core/errors.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type BackupGrant = Grant<'backup.request', UserCaller>

/** @throws unauthenticated, forbidden */
export function mayRequestBackups(caller: Caller): BackupGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('backup.request', caller, caller)
}
