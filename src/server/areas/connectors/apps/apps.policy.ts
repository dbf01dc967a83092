/** Who runs actions of apps, and with whose accounts: anyone who is signed in, with their own. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type RunningActions = Grant<'action.run', UserId>

/** @throws unauthenticated */
export function mayRunActions(caller: Caller): RunningActions {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('action.run', caller, caller.id)
}
