/** Who may change which model: their own, and a super admin the operator's. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ModelScope } from '#contract/workflows/models.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { ModelRow } from './models.store.ts'

function user(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return caller
}

export const mayChangeOperatorModels = (caller: Caller): boolean =>
  caller.type === 'user' && caller.role === 'super_admin'

/** @throws unauthenticated */
export function mayUseModels(caller: Caller): Grant<'model.use', UserId> {
  const { id } = user(caller)
  return mint('model.use', caller, id)
}

/**
 * Adding models, and saying which is asked: `on` is whose, null the operator's.
 * @throws unauthenticated, forbidden
 */
export function maySetModels(caller: Caller, scope: ModelScope): Grant<'model.set', UserId | null> {
  const { id } = user(caller)
  if (scope === 'own') return mint('model.set', caller, id)
  if (!mayChangeOperatorModels(caller)) throw new AppError('forbidden')
  return mint('model.set', caller, null)
}

/**
 * Another user's model does not exist; the operator's is available to all.
 * @throws not_found, forbidden, unauthenticated
 */
export function mayChangeModel(caller: Caller, row: ModelRow | null): Grant<'model.change', ModelRow> {
  const { id } = user(caller)
  if (!row || (row.owner_id !== null && row.owner_id !== id)) throw new AppError('not_found')
  if (row.owner_id === null && !mayChangeOperatorModels(caller)) throw new AppError('forbidden')
  return mint('model.change', caller, row)
}
