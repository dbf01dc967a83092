/** Who sees a dispute and speaks in it: admins, and the seller of what was paid; only admins hand in and give up. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { DisputeRow } from './disputes.store.ts'
import type { EvidenceRow } from './evidence.store.ts'

/** How long a process that has started to answer keeps the dispute. */
const ANSWERING_MS = 120_000

/** @throws not_found for who has no part in it */
export function maySeeDispute(caller: Caller, row: DisputeRow | null): Grant<'dispute.see', DisputeRow> {
  if (caller.type === 'user' && row && (isAdminOrAbove(caller.role) || row.seller_id === caller.id))
    return mint('dispute.see', caller, row)
  throw new AppError(caller.type === 'user' ? 'not_found' : 'unauthenticated')
}

/** @throws unauthenticated, forbidden */
export function maySeeOwnDisputes(caller: Caller): Grant<'dispute.own', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('dispute.own', caller, caller.id)
}

/** Whether this person can still respond: never the person who paid, even if they are an admin. */
export function editAbility(
  { id }: Pick<UserCaller, 'id'>,
  { status, respond_by, buyer_id }: Pick<DisputeRow, 'status' | 'respond_by' | 'buyer_id'>,
  { state, changed_at }: Pick<EvidenceRow, 'state' | 'changed_at'>,
  now: Date,
): Ability {
  if (id === buyer_id) return refusedAbility('You made this payment, so another admin has to answer the dispute.')
  if (status !== 'open')
    return refusedAbility(
      status === 'under_review' ? 'The bank is reviewing the evidence.' : 'This dispute is decided.',
    )
  if (state === 'submitted' || state === 'accepted') return refusedAbility('This dispute was already answered.')
  if (state !== 'draft' && now.getTime() < changed_at.getTime() + ANSWERING_MS)
    return refusedAbility('An answer is being sent.')
  return respond_by !== null && respond_by <= now ? refusedAbility('The deadline to respond has passed.') : allowed
}

/** Only admins hand it in or give it up. */
export const answerAbility = ({ role }: Pick<UserCaller, 'role'>, edit: Ability): Ability =>
  isAdminOrAbove(role) ? edit : refusedAbility('Only an admin can submit this.')
