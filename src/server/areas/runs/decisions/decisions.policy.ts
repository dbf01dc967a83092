/** Who sees and makes decisions about a run: its owner, in a workspace those with the right, and the holder of its run token. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { mayUseExecution } from '#server/areas/runs/executions/executions.policy.ts'
import type { OwnerRow } from '#server/areas/runs/executions/executions.store.ts'
import { type Caller, personBehind } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type SeeReview = Grant<'run-review.see', OwnerRow>
export type Decide = Grant<'run-review.decide', OwnerRow>

/** The person who decides; null for a visitor. */
export const personOf = ({ by }: Grant<string, unknown>): UserId | null =>
  by.type === 'user' ? personBehind(by) : null

/** @throws not_found, forbidden for a super admin looking at a run of another account */
export const maySeeReview = (caller: Caller, runToken: string | null, row: OwnerRow | null): SeeReview =>
  mint('run-review.see', caller, mayUseExecution(caller, runToken, row).on)

/** The right itself is asked where a member enters the workspace: here it is said next to the buttons. */
export const reviewAbility = (caller: Caller): Ability =>
  caller.type === 'user' && caller.workspace !== undefined && !mayIn(caller.workspace.role, 'review')
    ? refusedAbility('Your role in this workspace doesn’t allow deciding.')
    : allowed

/** @throws not_found, forbidden */
export const mayDecide = (caller: Caller, runToken: string | null, row: OwnerRow | null): Decide =>
  mint('run-review.decide', caller, mayUseExecution(caller, runToken, row).on)

/** A sign-off has the name of a person. @throws not_found, forbidden, unauthenticated */
export function maySignOff(caller: Caller, row: OwnerRow | null): Decide {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mayDecide(caller, null, row)
}
