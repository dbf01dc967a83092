/** The review queue: documents that aren't signed off, who is to read them until when, and what people say about them (decision 0351). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  AgentId,
  ExecutionId,
  listOf,
  listQuery,
  page,
  ServiceId,
  Timestamp,
  UserId,
  wholeNumber,
} from '#contract/core/primitives.ts'
import { READINGS } from './decision-values.ts'
import { ReviewPerson, RunReview } from './decisions.ts'
import { revealQuery } from './oversight/masks.ts'
import { QUEUE_AGES, QUEUE_SORTS, REVIEW_ESCALATION, REVIEW_LIMITS } from './review-queue-values.ts'

export const QueuedReview = z.object({
  execution_id: ExecutionId,
  title: z.string().nullable().describe('The name of its document, or the first words of its text.'),
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  service: z.object({ id: ServiceId, name: z.string() }).nullable(),
  finished_at: Timestamp,
  findings: z.number().int(),
  decided: z.number().int(),
  lowest_confidence: z.number().nullable().describe('0 to 1; null where no finding has one.'),
  reading: z.enum(READINGS),
  revision: z.number().int(),
  assignee: ReviewPerson.nullable(),
  due_at: Timestamp.nullable(),
  assignment: z.number().int(),
  comments: z.number().int(),
})
export type QueuedReview = z.infer<typeof QueuedReview>

export const ReviewQueueQuery = z.object({
  service_id: ServiceId.optional(),
  assignee: z
    .union([z.enum(['anyone', 'me', 'nobody']), UserId])
    .default('anyone')
    .describe('`me`, `nobody` or the id of a person.'),
  age: z.enum(QUEUE_AGES).default('all').describe('Finished within a day or a week, or longer ago.'),
  below: z.coerce.number().min(0).max(1).optional().describe('Only documents with a finding of lower confidence.'),
  sort: z.enum(QUEUE_SORTS).default('oldest'),
  ...revealQuery,
  ...listQuery(30),
})
export type ReviewQueueQuery = z.output<typeof ReviewQueueQuery>

export const OpenQuestion = z.object({
  execution_id: ExecutionId,
  wait_id: z.uuid(),
  type: z.enum(['approval', 'form']),
  title: z.string().nullable(),
  /** The agent or workflow that asks. */
  asked_by: z.string(),
  at: Timestamp,
  until: Timestamp.nullable().describe('When it is answered by time-out; null for never.'),
  assignee: ReviewPerson.nullable().describe('Who is asked to answer. Others who may answer still can.'),
  assignment: z.number().int().describe('Grows with each assignment.'),
})
export type OpenQuestion = z.infer<typeof OpenQuestion>

export const ReviewQueue = listOf(QueuedReview).extend({
  questions: z
    .array(OpenQuestion)
    .describe(
      'What runs wait for a person to answer, of the `assignee` that is asked for, the first 100: those that time out first, then the oldest.',
    ),
  preparing: z.boolean().describe('Whether runs are still being read for the queue: ask again.'),
  services: z.array(z.object({ id: ServiceId, name: z.string() })).describe('Those with documents in the queue.'),
  people: z.array(ReviewPerson).describe('Who can be assigned.'),
})
export type ReviewQueue = z.infer<typeof ReviewQueue>

export const RunComment = z.object({
  id: z.uuid(),
  execution_id: ExecutionId.describe('The run whose document it is about.'),
  author: ReviewPerson.nullable().describe('Null when their account is gone.'),
  text: z.string(),
  at: Timestamp,
})
export type RunComment = z.infer<typeof RunComment>

export const RunComments = z.object({
  items: z.array(RunComment).describe('Oldest first.'),
  people: z.array(ReviewPerson).describe('Who can be mentioned.'),
  ...page,
})
export type RunComments = z.infer<typeof RunComments>

const Agreement = z.object({
  name: z.string(),
  findings: z.number().int().describe('Decided by both readers.'),
  agreed: z.number().int(),
  kappa: z.number().nullable().describe('Cohen’s kappa. Null where chance alone would agree on everything.'),
})
export type Agreement = z.infer<typeof Agreement>

export const ReviewAgreement = z.object({
  documents: z.number().int(),
  all: Agreement,
  by_agent: z.array(Agreement),
  by_readers: z.array(Agreement),
  by_tab: z.array(Agreement).describe('By the tab of the result that the findings are on.'),
})
export type ReviewAgreement = z.infer<typeof ReviewAgreement>

const Accuracy = z.object({
  month: z.string().describe('Of the end of the run, in Indian time: `2026-11`.'),
  name: z.string().nullable().describe('The service, or the agent without one; null for all.'),
  field: z.string().nullable().describe('The tab of the result that the findings are on; null for all.'),
  documents: z.number().int(),
  accepted: z.number().int().describe('Accepted without a change.'),
  edited: z.number().int(),
  rejected: z.number().int(),
  undecided: z.number().int().describe('Signed off without a decision. Not part of the share.'),
  low: z
    .number()
    .nullable()
    .describe(
      'The share that is accepted lies between `low` and `high` with 95 % confidence (Wilson). Null without decisions.',
    ),
  high: z.number().nullable(),
})
export type Accuracy = z.infer<typeof Accuracy>

export const ReviewAccuracy = z.object({
  by_month: z.array(Accuracy),
  by_service: z.array(Accuracy),
  by_field: z.array(Accuracy),
})
export type ReviewAccuracy = z.infer<typeof ReviewAccuracy>

const escalateAfter = wholeNumber(REVIEW_ESCALATION.least_minutes, REVIEW_ESCALATION.most_minutes)

export const ReviewSettings = z.object({
  escalate_after_minutes: z
    .number()
    .int()
    .describe('After the due time of a document, or after an approval was asked for.'),
  escalate_to: ReviewPerson.nullable().describe('Null for the owners and admins.'),
  people: z.array(ReviewPerson).describe('Who can be named.'),
})
export type ReviewSettings = z.infer<typeof ReviewSettings>

const params = z.object({ id: ExecutionId })

export const reviewQueueEndpoints = {
  listReviewQueue: endpoint({
    method: 'GET',
    path: '/api/v1/review',
    access: signedIn,
    query: ReviewQueueQuery,
    returns: ReviewQueue,
    timeout: 10_000,
  }),
  getReviewAgreement: endpoint({
    method: 'GET',
    path: '/api/v1/review/agreement',
    access: signedIn,
    query: z.object({ service_id: ServiceId.optional() }),
    returns: ReviewAgreement,
    timeout: 10_000,
  }),
  getReviewAccuracy: endpoint({
    method: 'GET',
    path: '/api/v1/review/accuracy',
    access: signedIn,
    query: z.object({ service_id: ServiceId.optional() }),
    returns: ReviewAccuracy,
    timeout: 10_000,
  }),
  getReviewSettings: endpoint({
    method: 'GET',
    path: '/api/v1/review/settings',
    access: signedIn,
    returns: ReviewSettings,
  }),
  saveReviewSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/review/settings',
    access: signedIn,
    body: z.strictObject({ escalate_after_minutes: escalateAfter, escalate_to: UserId.nullable() }),
    returns: ReviewSettings,
  }),
  assignRun: endpoint({
    method: 'PUT',
    path: '/api/v1/executions/{id}/assignment',
    access: signedIn,
    params,
    body: z.strictObject({
      assignee_id: UserId.nullable(),
      due_at: Timestamp.nullable(),
      /** The `assignment` that was looked at. */
      seen: z.number().int().min(0).max(2_000_000_000),
    }),
    returns: RunReview,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'stale_details', 'signed_off', 'file_too_large'],
  }),
  assignWait: endpoint({
    method: 'PUT',
    path: '/api/v1/executions/{id}/waits/{wait_id}/assignment',
    access: signedIn,
    params: z.object({ id: ExecutionId, wait_id: z.uuid() }),
    body: z.strictObject({
      assignee_id: UserId.nullable(),
      /** The `assignment` that was looked at. */
      seen: z.number().int().min(0).max(2_000_000_000),
    }),
    returns: OpenQuestion.pick({ wait_id: true, assignee: true, assignment: true }),
    errors: ['not_found', 'forbidden', 'already_resolved', 'stale_details'],
  }),
  listRunComments: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/comments',
    access: signedIn,
    params,
    query: z.object({ ...revealQuery, ...listQuery(REVIEW_LIMITS.comments, REVIEW_LIMITS.comments) }),
    returns: RunComments,
    errors: ['not_found', 'forbidden'],
  }),
  addRunComment: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/comments',
    access: signedIn,
    params,
    body: z.strictObject({
      text: z.string().trim().min(1, 'Enter a comment').max(REVIEW_LIMITS.comment_chars),
      /** Who is told about it. */
      mentions: z.array(UserId).max(REVIEW_LIMITS.mentions).default([]),
    }),
    returns: RunComment,
    success: 201,
    errors: ['not_found', 'forbidden', 'limit_reached'],
  }),
}
