/** The verbs of the review queue: what is to be reviewed, by whom until when, and what people say about it. */

import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import type { RunReview } from '#contract/runs/decisions.ts'
import type {
  QueuedReview,
  ReviewQueue,
  ReviewQueueQuery,
  RunComment,
  RunComments,
} from '#contract/runs/review-queue.ts'
import { REVIEW_LIMITS } from '#contract/runs/review-queue-values.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { Decide } from '#server/areas/runs/decisions/decisions.policy.ts'
import { lockReview } from '#server/areas/runs/decisions/reviews.store.ts'
import { getReview, openReview } from '#server/areas/runs/decisions/reviews.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import { maskFor } from '#server/areas/runs/masked-lists/mask-texts.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findQuestions } from './assigned-questions.store.ts'
import { presentQuestion } from './assigned-questions.ts'
import { findAssignee, personFrom, refuseStale } from './assignees.ts'
import type { DiscussRun, UseQueue } from './review-queue.policy.ts'
import * as store from './review-queue.store.ts'
import { hasUnread } from './unread.store.ts'
import { readUnreadOf } from './unread.ts'

const present = (row: store.QueueRow): QueuedReview => ({
  execution_id: row.execution_id,
  title: row.title,
  agent: row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name ?? '' },
  service: row.service_id === null ? null : { id: row.service_id, name: row.service_name ?? '' },
  finished_at: row.finished_at.toISOString(),
  findings: row.findings,
  decided: row.decided,
  lowest_confidence: row.lowest_confidence,
  reading: row.reading,
  revision: row.revision,
  assignee: personFrom(row.assignee_id, row.assignee),
  due_at: row.due_at?.toISOString() ?? null,
  assignment: row.assignment,
  comments: row.comments,
})

export async function listQueue(
  db: Database,
  { on: whose }: UseQueue,
  query: ReviewQueueQuery,
  open: OpenOutput,
): Promise<ReviewQueue> {
  await readUnreadOf(db, whose.owner, open)
  const [preparing, rows, total, services, people, questions] = await Promise.all([
    hasUnread(db, whose.owner),
    store.findQueue(db, whose, query),
    store.countQueue(db, whose, query),
    store.findQueueServices(db, whose),
    store.findPeople(db, whose.owner, 'review'),
    findQuestions(db, whose, query.assignee),
  ])
  const { limit, offset } = query
  const asked = questions.map(presentQuestion)
  return { items: rows.map(present), total, limit, offset, questions: asked, preparing, services, people }
}

interface Assignment {
  assignee_id: UserId | null
  due_at: string | null
  seen: number
}

/** @throws invalid_input for who can't review, and for a time that has passed */
async function refuseWrong(tx: Queryable, owner: UserId | null, wanted: Assignment, due: Date | null): Promise<void> {
  const { assignee_id, due_at } = wanted
  await findAssignee(tx, owner, assignee_id)
  const isNew = due_at !== null && Date.parse(due_at) !== due?.getTime()
  if (isNew && Date.parse(due_at) < Date.now()) throw fieldError('due_at', 'Choose a time in the future.')
}

async function assignLocked(tx: Queryable, grant: Decide, person: UserId, wanted: Assignment): Promise<void> {
  const { id } = grant.on
  const review = await lockReview(tx, id)
  if (review === null) throw new AppError('not_found')
  if (review.signed_off_at !== null) throw new AppError('signed_off')
  refuseStale({ number: review.assignment_number, assignee: review.assignee }, wanted.seen)
  await refuseWrong(tx, review.owner_id, wanted, review.due_at)
  await store.assign(tx, id, wanted)
  const { assignee_id } = wanted
  if (assignee_id === null || assignee_id === person || assignee_id === review.assignee_id) return
  const { person: name, document, within } = await store.findNames(tx, id, person)
  const hide = await maskFor(tx, review.owner_id)
  await notify(tx, assignee_id, {
    kind: 'mention',
    title: say('{person} assigned “{document}” to you', { person: name, document: hide(document) }),
    message: say('It waits for your review.'),
    href: `${within}/review?open=${id}`,
    group: `assigned:${id}`,
  })
}

/** @throws not_found, illegal_transition, signed_off, stale_details when it was assigned otherwise meanwhile, invalid_input */
export async function assignRun(
  db: Database,
  grant: Decide,
  wanted: Assignment & { person: UserId },
  open: OpenOutput,
): Promise<RunReview> {
  await openReview(db, grant.on.id, open)
  await db.transaction().execute((tx) => assignLocked(tx, grant, wanted.person, wanted))
  return getReview(db, grant, open)
}

const presentComment = (execution_id: ExecutionId, row: store.CommentRow): RunComment => ({
  id: row.id,
  execution_id,
  author: personFrom(row.author_id, row.author),
  text: row.text,
  at: row.created_at.toISOString(),
})

export async function listComments(
  db: Queryable,
  { on: { id, owner_id, person } }: DiscussRun,
  query: { limit: number; offset: number },
): Promise<RunComments> {
  const [rows, total, people] = await Promise.all([
    store.findComments(db, id, query),
    store.countComments(db, id),
    owner_id === null ? [] : store.findPeople(db, owner_id, 'view'),
  ])
  return {
    items: rows.map((row) => presentComment(id, row)),
    people: people.filter((one) => one.id !== person),
    total,
    ...query,
  }
}

/** Those who are mentioned are told. @throws invalid_input for who doesn't see the run, limit_reached */
export async function addComment(
  db: Database,
  { on: { id, owner_id, person } }: DiscussRun,
  { text, mentions }: { text: string; mentions: readonly UserId[] },
): Promise<RunComment> {
  return db.transaction().execute(async (tx) => {
    const people = owner_id === null ? [] : await store.findPeople(tx, owner_id, 'view')
    const known = new Set(people.map((one) => one.id))
    const stranger = mentions.findIndex((mention) => !known.has(mention))
    if (stranger !== -1) throw fieldError(`mentions.${stranger}`, 'This person doesn’t see this document.')
    const made = await store.insertComment(tx, id, { author: person, text })
    if (made === null)
      throw new AppError('limit_reached', { message: `A document can have up to ${REVIEW_LIMITS.comments} comments.` })
    const { person: name, document, within } = await store.findNames(tx, id, person)
    const hide = await maskFor(tx, owner_id)
    for (const one of new Set(mentions))
      if (one !== person)
        await notify(tx, one, {
          kind: 'mention',
          title: say('{person} mentioned you in “{document}”', { person: name, document: hide(document) }),
          message: verbatim(hide(text)),
          href: `${within}/review?open=${id}`,
          group: `run-comment:${id}`,
        })
    return presentComment(id, made)
  })
}
