/** What people say of agents they bought or ran, what sellers answer, and how abuse is kept out. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Slug, Timestamp } from '#contract/core/primitives.ts'
import { AgentRef } from './agents.ts'
import { REPORT_REASONS, REVIEW_SORTS, REVIEWS } from './review-limits.ts'

export const ReviewId = z.uuid().brand('ReviewId')
export type ReviewId = z.infer<typeof ReviewId>

export const Review = z.object({
  id: ReviewId,
  agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
  author: z.string(),
  stars: z.number().int(),
  text: z.string(),
  /** The number of the version they used. */
  version: z.number().int(),
  /** They paid for it. */
  is_buyer: z.boolean(),
  /** How often it had worked for them when they wrote this. */
  runs: z.number().int(),
  used_since: Timestamp,
  /** How many people who bought or used the agent found it useful, and whether the reader is one of them. */
  useful: z.number().int(),
  voted: z.boolean(),
  /** `held` is looked at before others see it. */
  status: z.enum(['shown', 'held', 'removed']),
  reply: z.object({ text: z.string(), at: Timestamp }).nullable(),
  /** Why it was removed: public. */
  removal: z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), at: Timestamp }).nullable(),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
  abilities: z.object({ edit: Ability, reply: Ability, report: Ability, vote: Ability }),
})
export type Review = z.infer<typeof Review>

export const ReviewSummary = z.object({
  count: z.number().int(),
  /** From 1 to 5, recent reviews and those of buyers counting more; null without any. */
  rating: z.number().nullable(),
  /** How many gave one star, two … five. */
  spread: z.array(z.number().int()).length(5),
  buyers: z.number().int(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

export const AgentReviews = listOf(Review).extend({
  summary: ReviewSummary,
  own: Review.nullable(),
  /** The numbers of the versions that there are reviews of, the newest first. */
  versions: z.array(z.number().int()),
  /** What moderators removed, the newest first, without its text. */
  removals: z.array(z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), at: Timestamp })),
  /** All that keeps the reader from writing and from voting is that their email address is not confirmed. */
  lacks_proof: z.boolean(),
  abilities: z.object({ write: Ability }),
})
export type AgentReviews = z.infer<typeof AgentReviews>

/** A review as moderators see it. */
export const ModeratedReview = Review.extend({
  held_for: z.enum(['ring', 'burst']).nullable(),
  reports: z.array(z.object({ reason: z.enum(REPORT_REASONS), note: z.string(), by: z.string(), at: Timestamp })),
  moderate: Ability,
})
export type ModeratedReview = z.infer<typeof ModeratedReview>

const stars = z.number().int('Use whole stars').min(1, 'Use at least one star').max(5, 'Use at most five stars')
const most = (count: number) => `Use at most ${count} characters`
const text = z.string().trim().max(REVIEWS.text, most(REVIEWS.text))
const agent = z.object({ id: AgentRef })
const review = z.object({ id: ReviewId })
const moderator = withPermission('admin.agents.manage')

export const reviewEndpoints = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/reviews',
    access: anyone,
    params: agent,
    query: z.object({
      sort: z.enum(REVIEW_SORTS).default('newest'),
      stars: z.coerce.number().int().min(1).max(5).optional(),
      /** The number of the version that was used. */
      version: z.coerce.number().int().min(1).max(1_000_000).optional(),
      ...listQuery(REVIEWS.page),
    }),
    returns: AgentReviews,
    errors: ['not_found'],
  }),
  writeReview: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/{id}/reviews',
    access: signedIn,
    params: agent,
    body: z.strictObject({ stars, text: text.default('') }),
    returns: Review,
    errors: ['not_found', 'own_agent', 'review_refused', 'address_unproven', 'limit_reached'],
    // Those of one agent are written one after the other: in a crowd the last one waits, and is heard.
    timeout: 30_000,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/{id}/reviews',
    access: signedIn,
    params: agent,
    returns: z.null(),
    errors: ['not_found', 'review_refused'],
  }),
  replyToReview: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/{id}/reply',
    access: signedIn,
    params: review,
    body: z.strictObject({ text: z.string().trim().max(REVIEWS.reply, most(REVIEWS.reply)) }),
    returns: Review,
    errors: ['not_found'],
  }),
  reportReview: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/{id}/report',
    access: signedIn,
    params: review,
    body: z.strictObject({
      reason: z.enum(REPORT_REASONS),
      note: z.string().trim().max(REVIEWS.report_note, most(REVIEWS.report_note)).default(''),
    }),
    returns: z.null(),
    errors: ['not_found', 'review_refused', 'too_many_requests'],
  }),
  voteReview: endpoint({
    method: 'PUT',
    path: '/api/v1/reviews/{id}/useful',
    access: signedIn,
    params: review,
    body: z.strictObject({ useful: z.boolean() }),
    returns: Review,
    errors: ['not_found', 'review_refused', 'too_many_requests'],
  }),
  listReceivedReviews: endpoint({
    method: 'GET',
    path: '/api/v1/seller/reviews',
    access: withPermission('agents.create'),
    query: z.object({ unanswered: z.enum(['true', 'false']).default('false'), ...listQuery(25) }),
    returns: listOf(Review),
  }),
  listModeratedReviews: endpoint({
    method: 'GET',
    path: '/api/v1/review-moderation',
    access: moderator,
    query: z.object({ status: z.enum(['open', 'removed']).default('open'), ...listQuery(25) }),
    returns: listOf(ModeratedReview),
  }),
  moderateReview: endpoint({
    method: 'POST',
    path: '/api/v1/review-moderation/{id}',
    access: moderator,
    params: review,
    body: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('keep') }),
      z.strictObject({
        action: z.literal('remove'),
        reason: z.enum(REPORT_REASONS),
        note: z.string().trim().min(1, 'Enter a reason').max(REVIEWS.removal_note, most(REVIEWS.removal_note)),
      }),
    ]),
    returns: ModeratedReview,
    errors: ['not_found', 'own_agent'],
  }),
}
