/** What the rules of user management look at, read and locked in the transaction that acts. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Situation } from './users.policy.ts'
import * as store from './users.store.ts'

/** @throws not_found when there is no such target */
export async function readSituation(tx: Queryable, actor: UserId, target: UserId): Promise<Situation> {
  return situationOf(await store.lockForManagement(tx, actor, target), actor, target)
}

/** The same, unlocked: to show what is possible. @throws not_found */
export const lookAtSituation = async (db: Queryable, actor: UserId, target: UserId): Promise<Situation> =>
  situationOf(await store.findForManagement(db, actor, target), actor, target)

function situationOf(rows: readonly store.ManagedUser[], actor: UserId, target: UserId): Situation {
  const found = rows.find((row) => row.id === target)
  if (!found) throw new AppError('not_found')
  const canAct = (row: store.ManagedUser) => row.status !== 'blocked' && row.status !== 'deactivated'
  return {
    actor: rows.find((row) => row.id === actor) ?? null,
    target: found,
    activeSuperAdmins: rows.filter((row) => row.role === 'super_admin' && canAct(row)).length,
  }
}
