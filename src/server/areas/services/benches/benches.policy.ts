/** Who may use benches: every user, their own only. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** `on` is whose benches: the caller's. */
export type OwnBenches = Grant<'bench.own', UserId>

/** @throws unauthenticated */
export function mayBench(caller: Caller): OwnBenches {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('bench.own', caller, caller.id)
}
