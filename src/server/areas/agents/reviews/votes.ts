/** Saying that a review is useful: once of each person and mailbox. */

import { REVIEWS } from '#contract/agents/review-limits.ts'
import type { Review, ReviewId } from '#contract/agents/reviews.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { findReader } from './reviewer-status.ts'
import { reviewAbilities, type SpeakGrant, type Voter } from './reviews.policy.ts'
import { findReview, type ReviewRow } from './reviews.store.ts'
import { presentReview } from './reviews.ts'
import { addVote, deleteVote } from './votes.store.ts'

/**
 * Says that a review is useful, or takes it back; however often, it counts once. @param askProof whether addresses can be confirmed here
 * @throws not_found, review_refused with the reason, too_many_requests
 */
export async function voteReview(
  db: Database,
  { on: person }: SpeakGrant,
  id: ReviewId,
  { useful, askProof }: { useful: boolean; askProof: boolean },
): Promise<Review> {
  const seen = () => see(db, { id, person, askProof })
  const before = await seen()
  mustVote(person, before)
  const limit = rateLimitFor('review votes', { key: person, shared: false }, REVIEWS.votes_per_hour)
  await enforceRateLimit(db, [limit], 'You’ve rated many reviews')
  if (useful) await addVote(db, id, person, before.voter.mailbox)
  else await deleteVote(db, id, person)
  const after = await seen()
  // Another account of the mailbox was quicker.
  if (useful && !after.row.voted) mustVote(person, after)
  return presentReview(person, after.row, after.voter)
}

interface Seen {
  row: ReviewRow
  voter: Voter
}

/** @throws not_found for one that is not shown */
async function see(
  db: Queryable,
  { id, person, askProof }: { id: ReviewId; person: SpeakGrant['on']; askProof: boolean },
): Promise<Seen> {
  const row = await findReview(db, id, person)
  if (row?.status !== 'shown') throw new AppError('not_found')
  const agent = { id: row.agent_id, seller: { id: row.seller_id } }
  const voter = await findReader(db, { agent, person, askProof })
  if (voter === null) throw new AppError('unauthenticated')
  return { row, voter }
}

function mustVote(person: SpeakGrant['on'], { row, voter }: Seen): void {
  const { vote } = reviewAbilities(person, row, voter)
  if (!vote.allowed) throw new AppError('review_refused', { message: vote.reason ?? undefined })
}
