/** Who may ask for a role, and who may answer. */

import type { RequestableRole } from '#contract/accounts/role-requests.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { type Role, rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import { DAY_MS } from '#shared/time.ts'
import type { RequestRow } from './role-requests.store.ts'

/** @throws unauthenticated for a visitor */
export function mayRequestRoles(caller: Caller): Grant<'role_request.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('role_request.own', caller, caller.id)
}

export interface Asking {
  /** The asker's role as the database has it. */
  role: Role
  /** Their newest requests. */
  requests: readonly Pick<RequestRow, 'status' | 'role' | 'created_at' | 'decided_at'>[]
  now: Date
}

/** Whether a role may be asked for: one request at a time, none for what one has, and not again at once after a rejection. */
export function requestAbility({ role, requests, now }: Asking, wanted: RequestableRole): Ability {
  if (rankOf(role) >= rankOf(wanted)) return refusedAbility('You already have this role.')
  if (requests.some(({ status }) => status === 'open')) return refusedAbility('Your request is waiting for a decision.')
  const again = requests
    .filter((one) => one.status === 'rejected' && one.role === wanted && one.decided_at !== null)
    .map((one) => (one.decided_at?.getTime() ?? 0) + ROLE_REQUESTS.again_after_days * DAY_MS)
    .filter((time) => time > now.getTime())
  if (again.length > 0)
    return refusedAbility(`You can ask again on ${new Date(Math.max(...again)).toISOString().slice(0, 10)}.`)
  const recent = requests.filter(({ created_at }) => created_at.getTime() > now.getTime() - 7 * DAY_MS)
  if (recent.length >= ROLE_REQUESTS.per_week)
    return refusedAbility('You’ve sent several requests this week. Try again in a few days.')
  return allowed
}

/** @throws unauthenticated, role_request_refused with the reason */
export function mayRequestRole(
  caller: Caller,
  asking: Asking,
  wanted: RequestableRole,
): Grant<'role_request.make', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const ability = requestAbility(asking, wanted)
  if (!ability.allowed)
    throw new AppError('role_request_refused', ability.reason === null ? {} : { message: ability.reason })
  return mint('role_request.make', caller, caller.id)
}
