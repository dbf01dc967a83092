/** Who may recover failed runs: every user their own, admins those of all. */
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** Whose runs: null means all users. */
export interface Whose {
  by: UserId
  owner: UserId | null
}

/** @throws unauthenticated, forbidden */
export function mayRecover(caller: Caller, scope: 'own' | 'all'): Grant<'execution.recover', Whose> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (scope === 'all' && !isAdminOrAbove(caller.role)) throw new AppError('forbidden')
  return mint('execution.recover', caller, { by: caller.id, owner: scope === 'all' ? null : caller.id })
}

/** A line of a recovery was allowed when the recovery started: it is repeated in the name of the run's owner. */
export const mayRepeatForOwner = (row: OwnerRow, owner: Caller): Grant<'execution.control', OwnerRow> =>
  mint('execution.control', owner, row)
