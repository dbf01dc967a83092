/** How long members may act in one session: enforced where a person becomes the workspace (`enter.ts`). */
import type { SessionLimits } from '#contract/accounts/workspaces.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './session-limits.store.ts'
import { mayManageWorkspace } from './workspaces.policy.ts'
import { findMembership } from './workspaces.store.ts'
import { audit, lockMembership } from './workspaces.ts'

type Use = Grant<'workspace.use', UserId>

/** For owners and admins. @throws not_found, forbidden */
export async function readSessionLimits(db: Queryable, use: Use, id: UserId): Promise<SessionLimits> {
  mayManageWorkspace(use, await findMembership(db, id, use.on))
  return store.findLimits(db, id)
}

/**
 * Takes effect with the next request of each member.
 * @param keepsAccounts whether sessions are kept here, so that they can be ended
 * @throws not_found, forbidden, way_not_offered
 */
export const saveSessionLimits = (
  { db, keepsAccounts }: { db: Database; keepsAccounts: boolean },
  use: Use,
  id: UserId,
  limits: SessionLimits,
): Promise<SessionLimits> =>
  db.transaction().execute(async (tx) => {
    mayManageWorkspace(use, await lockMembership(tx, id, use.on))
    if (!keepsAccounts) throw new AppError('way_not_offered')
    const from = await store.findLimits(tx, id)
    await store.saveLimits(tx, id, limits)
    if (limits.idle_minutes !== null && from.idle_minutes === null) await store.beginActivity(tx, id)
    await audit(tx, use.on, 'workspace.set_session_limits', id, { from: { ...from }, to: { ...limits } })
    return limits
  })
