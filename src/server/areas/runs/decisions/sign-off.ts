/** The verbs of closing a document with one's name, and of opening it for its next revision. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Reading } from '#contract/runs/decision-values.ts'
import type { RunReview } from '#contract/runs/decisions.ts'
import { acceptSignedOff, refuseRejected } from '#server/areas/billing/billing.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { type Decide, personOf } from './decisions.policy.ts'
import { findNewest } from './decisions.store.ts'
import { countedIn, decidedIn } from './readings.ts'
import * as store from './reviews.store.ts'
import { getReview, openReview, seeReview } from './reviews.ts'

/** How results are opened, and where what is done is entered. */
interface Parts {
  open: OpenOutput
  records: RunRecords
}

interface Looked {
  /** The newest decision that was looked at. */
  number: number
  undecided: boolean
}

const personIn = (grant: Decide): UserId => {
  const person = personOf(grant)
  if (person === null) throw new AppError('unauthenticated')
  return person
}

/** The review under its lock. @throws not_found */
async function locked(tx: Queryable, grant: Decide): Promise<store.ReviewRow> {
  const review = await store.lockReview(tx, grant.on.id)
  if (review === null) throw new AppError('not_found')
  return review
}

const countText = (count: number): string =>
  count === 1 ? 'One finding isn’t decided yet.' : `${count} findings aren’t decided yet.`

/** @throws undecided_findings */
function refuseUndecided(review: store.ReviewRow, decided: number, looked: Looked): void {
  const left = review.finding_count - decided
  if (left > 0 && (review.needs_all || !looked.undecided))
    throw new AppError('undecided_findings', { message: countText(left) })
}

/** What follows a reading: a second one, what is to be settled after it, or nothing more. */
async function nextOf(tx: Queryable, review: store.ReviewRow): Promise<{ reading: Reading; closed: boolean }> {
  if (review.reading === 'first' && review.second_needed) return { reading: 'second', closed: false }
  if (review.reading !== 'second') return { reading: review.reading, closed: true }
  const { differing } = countedIn(await findNewest(tx, review.execution_id), 'final')
  return { reading: 'final', closed: differing.length === 0 }
}

/**
 * Closing a document accepts its result, where it is charged then (decision 0365).
 * @throws signed_off, result_rejected, forbidden, stale_details, undecided_findings, illegal_transition while the readers differ
 */
async function sign(tx: Queryable, grant: Decide, looked: Looked): Promise<void> {
  const review = await locked(tx, grant)
  const person = personIn(grant)
  if (review.signed_off_at !== null) throw new AppError('signed_off')
  await refuseRejected(tx, grant.on.id)
  const { counted, full } = await seeReview(tx, grant.by, review, person)
  const { sign_off } = full.abilities
  if (!sign_off.allowed) throw new AppError('forbidden', { message: sign_off.reason ?? undefined })
  if (looked.number !== review.last_number)
    throw new AppError('stale_details', { message: 'Decisions were changed meanwhile. Look at them, then sign off.' })
  if (full.differing.length > 0)
    throw new AppError('illegal_transition', { message: 'The two readers decided differently. Settle that first.' })
  const decided = decidedIn(counted)
  refuseUndecided(review, decided, looked)
  const { reading, closed } = await nextOf(tx, review)
  await store.insertSignOff(tx, grant.on.id, {
    ...{ revision: review.revision, reading: review.reading, person_id: person, closed },
    ...{ through: review.last_number, decided, findings: review.finding_count },
  })
  const then = countedIn(await findNewest(tx, grant.on.id), reading)
  await store.noteSignedOff(tx, grant.on.id, { reading, closed, decided_count: decidedIn(then.counted) })
  if (closed) await acceptSignedOff(tx, grant.on.id, person)
}

/** @throws not_found, illegal_transition, signed_off, result_rejected, forbidden, stale_details, undecided_findings, file_too_large */
export async function signOff(
  db: Database,
  grant: Decide,
  looked: Looked,
  { open, records }: Parts,
): Promise<RunReview> {
  await openReview(db, grant.on.id, open)
  await db.transaction().execute(async (tx) => {
    await sign(tx, grant, looked)
    await records.catchUp(tx, grant.on.id)
  })
  return getReview(db, grant, open)
}

/** @throws not_found, illegal_transition for one that is open */
export async function reopen(db: Database, grant: Decide, { open, records }: Parts): Promise<RunReview> {
  await db.transaction().execute(async (tx) => {
    const review = await locked(tx, grant)
    if (review.signed_off_at === null) throw new AppError('illegal_transition', { message: 'This document is open.' })
    await store.reopen(tx, grant.on.id, personIn(grant))
    await records.catchUp(tx, grant.on.id)
  })
  return getReview(db, grant, open)
}
