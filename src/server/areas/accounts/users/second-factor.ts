/**
 * Second factors that the operator requires of admins, and recent sign-ins that dangerous actions require of all users.
 */

import { FRESH_MINUTES } from '#contract/accounts/two-factor-values.ts'
import { isAdminOrAbove, type Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Identity } from '#server/gateways/identity.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findRoleOfSubject, isFreshSession, isStrongSession } from './second-factor.store.ts'

/** The role that a person acts with: an admin without a proved second factor acts as anybody does, and `withheld` says so. */
export async function findActingRole(
  db: Queryable,
  role: Role,
  { session_id, second_factor }: Identity,
): Promise<Pick<UserCaller, 'role' | 'withheld'>> {
  if (!isAdminOrAbove(role)) return { role }
  const strong = session_id === null ? second_factor === true : await isStrongSession(db, session_id)
  return strong ? { role } : { role: 'basic_user', withheld: role }
}

/** Whether the subject of the identity provider is an admin or above. */
export async function isAdmin(db: Queryable, subject: string): Promise<boolean> {
  const role = await findRoleOfSubject(db, subject)
  return role !== null && isAdminOrAbove(role)
}

/**
 * For what cannot be taken back: the caller signed in, or confirmed who they are (`POST /api/auth/confirm`), within ten minutes.
 * @throws confirmation_needed
 */
export async function requireFresh(db: Queryable, { session_id, signed_in_at }: UserCaller): Promise<void> {
  const fresh =
    session_id === null
      ? signed_in_at !== undefined && Date.now() - signed_in_at.getTime() < FRESH_MINUTES * 60_000
      : await isFreshSession(db, session_id, FRESH_MINUTES)
  if (!fresh) throw new AppError('confirmation_needed')
}
