/** Who may review, answer, report and moderate. The only place that mints grants on reviews. */

import { REVIEWS } from '#contract/agents/review-limits.ts'
import type { ReviewId } from '#contract/agents/reviews.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { ReviewRow, Use } from './reviews.store.ts'
import type { Elsewhere } from './votes.store.ts'

export type SpeakGrant = Grant<'review.speak', UserId>
export type AnswerGrant = Grant<'review.answer', UserId>
export type ModerateGrant = Grant<'review.moderate', UserId>

/** @throws unauthenticated */
export function maySpeak(caller: Caller): SpeakGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('review.speak', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export function mayAnswer(caller: Caller): AnswerGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('agents.create')) throw new AppError('forbidden')
  return mint('review.answer', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export function mayModerate(caller: Caller): ModerateGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('admin.agents.manage')) throw new AppError('forbidden')
  return mint('review.moderate', caller, caller.id)
}

const OWN = 'You can’t review your own agent.'
const REMOVED = 'Your review was removed by the marketplace.'

const REVIEWERS = `bought this agent, or ran it ${REVIEWS.least_runs} times with success on their own input,`

/** They paid, or it worked for them often enough. */
const isVerified = (use: Use | null): boolean => use !== null && (use.is_buyer || use.runs >= REVIEWS.least_runs)

/** The person who marks reviews of an agent as useful. */
export interface Voter {
  /** What they did with the agent; null without any. */
  use: Use | null
  reviewer: ReviewerStatus
  /** What other accounts of their mailbox did with its reviews. */
  elsewhere: ReadonlyMap<ReviewId, Elsewhere>
  /** Its hash. */
  mailbox: Buffer
}

const ELSEWHERE: Record<Elsewhere, string> = {
  wrote: 'This is your review, from another account.',
  voted: 'You already found it useful from another account with the same mailbox.',
}

/** @param voter null where nobody votes */
function voteAbility(reader: UserId | null, row: ReviewRow, voter: Voter | null): Ability {
  if (reader === null) return refusedAbility('Sign in to mark a review as useful.')
  if (reader === row.author_id) return refusedAbility('This is your own review.')
  if (reader === row.seller_id || voter?.reviewer.is_seller) return refusedAbility('You sell this agent.')
  const elsewhere = voter?.elsewhere.get(row.id)
  if (elsewhere !== undefined) return refusedAbility(ELSEWHERE[elsewhere])
  if (voter === null || !isVerified(voter.use))
    return refusedAbility(`Only people who ${REVIEWERS} can mark reviews as useful.`)
  // What was said can be taken back.
  if (voter.reviewer.is_unproven && !row.voted)
    return refusedAbility('Confirm your email address first: one mailbox, one vote.')
  return allowed
}

/** Who the person is by their address. */
export interface ReviewerStatus {
  /** An account of the same mailbox sells the agent. */
  is_seller: boolean
  /** An account of the same mailbox has reviewed it. */
  is_heard: boolean
  /** The address is not confirmed, where it can be. */
  is_unproven: boolean
}

/** @param use what the person did with the agent; null without any */
export function writeAbility(
  reviewer: ReviewerStatus | null,
  use: Use | null,
  own: Pick<ReviewRow, 'status'> | null,
): Ability {
  if (reviewer === null) return refusedAbility('Sign in to write a review.')
  if (reviewer.is_seller) return refusedAbility(OWN)
  if (own?.status === 'removed') return refusedAbility(REMOVED)
  if (own !== null) return allowed
  if (reviewer.is_heard)
    return refusedAbility('You already reviewed this agent from another account with the same mailbox.')
  if (!isVerified(use)) return refusedAbility(`Only people who ${REVIEWERS} can write a review.`)
  return reviewer.is_unproven ? refusedAbility('Confirm your email address first: one mailbox, one review.') : allowed
}

/** Whether all that they lack to write and to vote is that their address is not confirmed. */
export const lacksProof = (reviewer: ReviewerStatus | null, use: Use | null): boolean =>
  reviewer?.is_unproven === true && !reviewer.is_seller && isVerified(use)

/** @param voter the reader; null where nobody votes */
export function reviewAbilities(reader: UserId | null, row: ReviewRow, voter: Voter | null = null) {
  const isOwn = reader === row.author_id
  const report = (): Ability => {
    if (reader === null) return refusedAbility('Sign in to report a review.')
    if (isOwn) return refusedAbility('This is your own review.')
    return row.reported ? refusedAbility('You already reported this review.') : allowed
  }
  return {
    edit: !isOwn
      ? refusedAbility('This is someone else’s review.')
      : row.status === 'removed'
        ? refusedAbility(REMOVED)
        : allowed,
    reply: reader === row.seller_id ? allowed : refusedAbility('Only the seller can reply.'),
    report: report(),
    vote: voteAbility(reader, row, voter),
  }
}

/** Nobody judges what is said of what they sell, nor what they said themselves. */
export const moderateAbility = ({ on }: ModerateGrant, row: Pick<ReviewRow, 'author_id' | 'seller_id'>): Ability =>
  on === row.seller_id || on === row.author_id
    ? refusedAbility('This concerns you, so someone else needs to decide.')
    : allowed
