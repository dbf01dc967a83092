/** Who sees plugins. Managing them is in `packages.policy.ts`. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated */
export function mayViewPlugins(caller: Caller): Grant<'plugin.view', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('plugin.view', caller, caller.id)
}
