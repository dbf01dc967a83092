/** Who sees how the installation does. The only place that mints grants on it. */
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated, forbidden */
export function mayReadMetrics(caller: Caller): Grant<'metrics.read'> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isAdminOrAbove(caller.role) || caller.api_key) throw new AppError('forbidden')
  return mint('metrics.read', caller, null)
}

/** @throws confirmation_needed */
export function mayExportMetrics({ by }: Grant<'metrics.read'>, fresh: boolean): Grant<'metrics.export'> {
  if (!fresh) throw new AppError('confirmation_needed')
  return mint('metrics.export', by, null)
}
