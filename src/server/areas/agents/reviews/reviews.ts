/** The verbs of reviews: who bought or used an agent says what it was like; who sells it answers; anybody reports. */

import { REVIEWS, type ReportReason, type ReviewSort } from '#contract/agents/review-limits.ts'
import type { AgentReviews, Review, ReviewId } from '#contract/agents/reviews.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { say, sayCount, verbatim } from '#contract/phrases/phrases.ts'
import { mailboxHash, notify } from '#server/areas/accounts/accounts.ts'
import { limitReports, openReviewCase } from '#server/areas/agents/report-cases/report-cases.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as guards from './guards.store.ts'
import { insertReport } from './moderation.store.ts'
import { findReader, findReviewerStatus, type Reviewed } from './reviewer-status.ts'
import {
  type AnswerGrant,
  lacksProof,
  type ReviewerStatus,
  reviewAbilities,
  type SpeakGrant,
  type Voter,
  writeAbility,
} from './reviews.policy.ts'
import * as store from './reviews.store.ts'
import { clearVotes } from './votes.store.ts'

const REMOVALS_SHOWN = 20

/** @param voter the reader; null where nobody votes */
export const presentReview = (reader: UserId | null, row: store.ReviewRow, voter: Voter | null = null): Review => ({
  id: row.id,
  agent: { id: row.agent_id, slug: row.agent_slug, name: row.agent_name },
  author: row.author,
  stars: row.stars,
  text: row.text,
  version: row.version,
  is_buyer: row.is_buyer,
  runs: row.runs,
  used_since: row.used_since.toISOString(),
  useful: row.useful,
  voted: row.voted,
  status: row.status,
  reply: row.reply === null || row.replied_at === null ? null : { text: row.reply, at: row.replied_at.toISOString() },
  removal:
    row.removed_for === null || row.judged_at === null
      ? null
      : { reason: row.removed_for, note: row.removal_note ?? '', at: row.judged_at.toISOString() },
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  abilities: reviewAbilities(reader, row, voter),
})

async function summaryOf(db: Queryable, agent: AgentId): Promise<AgentReviews['summary']> {
  const [stars, rating] = await Promise.all([store.countStars(db, agent), store.findRating(db, agent)])
  const of = (given: number) => stars.find((row) => row.stars === given)
  return {
    count: stars.reduce((sum, { count }) => sum + count, 0),
    rating,
    spread: [1, 2, 3, 4, 5].map((given) => of(given)?.count ?? 0),
    buyers: stars.reduce((sum, { buyers }) => sum + buyers, 0),
  }
}

/** @param reader null for a visitor */
export async function listReviews(
  db: Queryable,
  reader: UserId | null,
  agent: Reviewed,
  { askProof, ...query }: store.Chosen & { sort: ReviewSort; limit: number; offset: number; askProof: boolean },
): Promise<AgentReviews> {
  const [rows, total, versions, summary, removals, own, voter] = await Promise.all([
    store.findShown(db, agent.id, reader, query),
    store.countShown(db, agent.id, query),
    store.findReviewedVersions(db, agent.id),
    summaryOf(db, agent.id),
    store.findRemovals(db, agent.id, REMOVALS_SHOWN),
    reader && store.findOwn(db, agent.id, reader),
    reader && findReader(db, { agent, person: reader, askProof }),
  ])
  const { reviewer = null, use = null } = voter ?? {}
  return {
    items: rows.map((row) => presentReview(reader, row, voter)),
    total,
    limit: query.limit,
    offset: query.offset,
    summary,
    own: own && presentReview(reader, own),
    versions,
    removals: removals.map((removal) => ({ ...removal, at: removal.at.toISOString() })),
    lacks_proof: lacksProof(reviewer, use),
    abilities: { write: writeAbility(reviewer, use, own) },
  }
}

/** Keeps back a review that closes a ring of sellers, or is one of many by people who paid nothing. */
async function guard(
  tx: Queryable,
  { id, author, agent, ...is }: { id: ReviewId; author: UserId; agent: Reviewed; isBuyer: boolean; isSeller: boolean },
): Promise<void> {
  // A person who sells nothing is not part of a ring.
  const ring = is.isSeller ? await guards.findRing(tx, author, agent.seller.id) : []
  if (ring.length > 0) return guards.holdReviews(tx, [...ring, id], 'ring')
  if (!is.isBuyer && (await guards.countUnpaid(tx, agent.id)) > REVIEWS.unpaid_per_agent_and_day)
    await guards.holdReviews(tx, [id], 'burst')
}

/** @throws own_agent, review_refused with the reason, address_unproven */
function mustWrite(reviewer: ReviewerStatus | null, use: store.Use | null, own: store.ReviewRow | null): void {
  const ability = writeAbility(reviewer, use, own)
  if (ability.allowed) return
  if (reviewer?.is_seller) throw new AppError('own_agent')
  const isProof = reviewer !== null && writeAbility({ ...reviewer, is_unproven: false }, use, own).allowed
  throw new AppError(isProof ? 'address_unproven' : 'review_refused', { message: ability.reason ?? undefined })
}

/**
 * One review of each person and mailbox. @param askProof whether addresses can be confirmed here
 * @throws own_agent, review_refused with the reason, address_unproven, limit_reached
 */
export const writeReview = (
  db: Database,
  { on: author }: SpeakGrant,
  agent: Reviewed,
  { stars, text, askProof }: { stars: number; text: string; askProof: boolean },
): Promise<Review> =>
  db.transaction().execute(async (tx) => {
    const sides = await guards.findSides(tx, author, agent.seller.id)
    if (sides === null) throw new AppError('unauthenticated')
    const mailbox = mailboxHash(sides.author_email)
    await guards.lockAuthors(tx, [author, mailbox.toString('hex'), ...(sides.sells ? [agent.seller.id] : [])])
    const reviewer = await findReviewerStatus(tx, { agent, person: author, askProof }, sides)
    const own = await store.findOwn(tx, agent.id, author)
    const use = await store.findUse(tx, agent.id, author)
    mustWrite(reviewer, use, own)
    if (own === null && (await guards.countWritten(tx, author)) >= REVIEWS.per_day)
      throw new AppError('limit_reached', { message: `You can write up to ${REVIEWS.per_day} reviews per day.` })
    const used = use ?? (own && (await ofOwn(tx, own)))
    if (!used) throw new AppError('review_refused')
    if (own !== null && own.text !== text) await clearVotes(tx, own.id)
    const { id, is_new } = await store.upsertReview(tx, { agent: agent.id, author, mailbox, stars, text, use: used })
    await guard(tx, { id, author, agent, isBuyer: used.is_buyer, isSeller: sides.sells })
    const row = await reviewRow(tx, id, author)
    if (is_new && row.status === 'shown') await tellSeller(tx, row)
    return presentReview(author, row)
  })

/** Its runs may be gone since they wrote: what they were then holds. */
async function ofOwn(tx: Queryable, own: store.ReviewRow): Promise<store.Use> {
  const version = await store.findVersionOf(tx, own.id)
  return { is_buyer: own.is_buyer, runs: own.runs, since: own.used_since, version }
}

const tellSeller = (tx: Queryable, row: store.ReviewRow) =>
  notify(tx, row.seller_id, {
    kind: 'review',
    title: sayCount(
      row.stars,
      { one: '{agent} has a review of 1 star', other: '{agent} has a review of {count} stars' },
      { agent: row.agent_name },
    ),
    message: verbatim(row.text),
    href: '/seller/reviews',
    group: `review:${row.agent_id}`,
  })

/** @throws not_found */
async function reviewRow(db: Queryable, id: ReviewId, reader: UserId): Promise<store.ReviewRow> {
  const row = await store.findReview(db, id, reader)
  if (row === null) throw new AppError('not_found')
  return row
}

/** @throws not_found, review_refused for one that moderators removed: it would free the way for another */
export async function deleteReview(db: Database, { on: author }: SpeakGrant, agent: Reviewed): Promise<null> {
  await db.transaction().execute(async (tx) => {
    await guards.lockAuthors(tx, [author])
    const own = await store.findOwn(tx, agent.id, author)
    if (own === null) throw new AppError('not_found')
    const { edit } = reviewAbilities(author, own)
    if (!edit.allowed) throw new AppError('review_refused', { message: edit.reason ?? undefined })
    await store.deleteReview(tx, own.id)
  })
  return null
}

/** @throws not_found, also for a review of another seller's agent */
export async function replyToReview(
  db: Database,
  { on: seller }: SpeakGrant,
  id: ReviewId,
  text: string,
): Promise<Review> {
  return db.transaction().execute(async (tx) => {
    const row = await reviewRow(tx, id, seller)
    if (row.seller_id !== seller || row.status !== 'shown') throw new AppError('not_found')
    await store.setReply(tx, id, text || null)
    if (text !== '' && row.reply === null)
      await notify(tx, row.author_id, {
        kind: 'review',
        title: say('The seller of {agent} replied to your review', { agent: row.agent_name }),
        message: verbatim(text),
        href: `/agent/${row.agent_slug}#reviews`,
      })
    return presentReview(seller, await reviewRow(tx, id, seller))
  })
}

/** Once of each person; moderators are told. @throws not_found, review_refused for one's own */
export async function reportReview(
  db: Database,
  { on: reporter }: SpeakGrant,
  id: ReviewId,
  report: { reason: ReportReason; note: string },
): Promise<null> {
  await limitReports(db, reporter)
  await db.transaction().execute(async (tx) => {
    const row = await reviewRow(tx, id, reporter)
    if (row.status !== 'shown') throw new AppError('not_found')
    if (row.author_id === reporter) throw new AppError('review_refused', { message: 'This is your own review.' })
    if (!(await insertReport(tx, { review: id, reporter, ...report }))) return
    await openReviewCase(tx, id)
    await notify(tx, 'admins', {
      kind: 'review_report',
      title: `A review of ${row.agent_name} was reported`,
      message: row.text,
      href: '/admin/reviews',
      group: `review_report:${id}`,
    })
  })
  return null
}

export async function listReceived(
  db: Queryable,
  { on: seller }: AnswerGrant,
  { unanswered, ...page }: { unanswered: 'true' | 'false'; limit: number; offset: number },
) {
  const { rows, total } = await store.findReceived(db, seller, unanswered === 'true', page)
  return { items: rows.map((row) => presentReview(seller, row)), total, limit: page.limit, offset: page.offset }
}
