/** The account in whose name a run starts without its owner asking for it at that moment. */
import { permissionsOf } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findActiveRole } from './users.store.ts'

/** Null when the account is blocked, deactivated or gone. */
export async function findRunner(db: Queryable, id: UserId): Promise<UserCaller | null> {
  const role = await findActiveRole(db, id)
  if (role === null) return null
  const permissions = new Set(permissionsOf(role))
  return { type: 'user', id, role, permissions, email: '', display_name: '', session_id: null }
}
