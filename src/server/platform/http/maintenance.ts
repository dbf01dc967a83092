/** What is refused while the installation is under maintenance. */
import { ACCEPTED_IN_MAINTENANCE } from '#contract/admin/accepted-in-maintenance.ts'
import type { Maintenance } from '#contract/admin/setting-schemas.ts'
import type { EndpointName } from '#contract/api.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'

/** Seconds to wait where nobody said when it ends, and the bounds of what an expected end makes of it. */
const RETRY_S = { unknown: 120, least: 30, most: 3600 }

function retryAfter({ until }: Maintenance): number {
  if (until === null) return RETRY_S.unknown
  const left = Math.ceil((new Date(until).getTime() - Date.now()) / 1000)
  return Math.min(RETRY_S.most, Math.max(RETRY_S.least, left))
}

/**
 * Reads are open, and so is what `ACCEPTED_IN_MAINTENANCE` names. Admins do their work, but no key of theirs does.
 * @throws AppError maintenance
 */
export function enforceMaintenance(
  name: string,
  { method }: Pick<EndpointDefinition, 'method'>,
  caller: Caller,
  maintenance: Maintenance | null,
): void {
  if (maintenance === null || method === 'GET' || ACCEPTED_IN_MAINTENANCE.has(name as EndpointName)) return
  if (caller.type === 'user' && isAdminOrAbove(caller.role)) return
  throw new AppError('maintenance', {
    message: `Changes are paused for maintenance: ${maintenance.message}`,
    retryAfter: retryAfter(maintenance),
  })
}
