/** Who ends runs of other people in bulk: admins, except those of other admins. The only place that mints grants on it. */
import type { StopScope } from '#contract/admin/run-stop-values.ts'
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export interface StopTarget {
  scope: StopScope
  id: string
  name: string
  /** Of the person whose runs end, or whose workflow it is; null for an agent, which any admin may suspend. */
  role: Role | null
}

function adminOf(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isAdminOrAbove(caller.role)) throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated, forbidden */
export function mayListRunStops(caller: Caller): Grant<'run_stop.list', UserId> {
  const admin = adminOf(caller)
  return mint('run_stop.list', admin, admin.id)
}

/** @throws unauthenticated, forbidden, not_found */
export function mayStopRuns(
  caller: Caller,
  target: StopTarget | null,
): Grant<'run_stop.start', StopTarget & { by: UserId }> {
  const admin = adminOf(caller)
  if (target === null) throw new AppError('not_found')
  if (target.role !== null && isAdminOrAbove(target.role) && admin.role !== 'super_admin')
    throw new AppError('forbidden', { message: 'Only a super admin can stop the runs of an admin.' })
  return mint('run_stop.start', admin, { ...target, by: admin.id })
}
