/** Who may take over a run made without an account: a signed-in user who holds its run token. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { VisitorRow } from './claims.store.ts'
import { maySeeExecution } from './executions.policy.ts'

/** @throws not_found without its token and for a run that has an owner, illegal_transition while it has not ended */
export function mayClaimExecution(
  caller: Caller,
  token: string,
  row: VisitorRow | null,
): Grant<'execution.claim', { row: VisitorRow; to: UserId; person: UserId }> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (row?.owner_id !== null) throw new AppError('not_found')
  // A super admin sees every run, but takes over none: the token has to open it for a stranger.
  const { on } = maySeeExecution({ type: 'visitor', key: '' }, token, row)
  if (!isFinal(on.status))
    throw new AppError('illegal_transition', { message: 'This run hasn’t finished. Add it when it has.' })
  return mint('execution.claim', caller, { row: on, to: caller.id, person: personBehind(caller) })
}
