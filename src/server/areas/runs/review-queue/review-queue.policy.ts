/** Who works on the queue of an account: the person, in a workspace those with the right, which is asked where they enter it. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayUseExecution } from '#server/areas/runs/executions/executions.policy.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type UseQueue = Grant<'review-queue.use', { owner: UserId; person: UserId }>
export type DiscussRun = Grant<'run-review.discuss', OwnerRow & { person: UserId }>

/** @throws unauthenticated */
export function mayUseQueue(caller: Caller): UseQueue {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('review-queue.use', caller, { owner: caller.id, person: personBehind(caller) })
}

/** @throws unauthenticated, not_found, forbidden for a super admin looking at a run of another account */
export function mayDiscuss(caller: Caller, row: OwnerRow | null): DiscussRun {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  const { on } = mayUseExecution(caller, null, row)
  return mint('run-review.discuss', caller, { ...on, person: personBehind(caller) })
}
