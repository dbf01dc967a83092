/** The verbs of reading a review: what was decided about the findings of a run, and how far it is. */
import { createHash } from 'node:crypto'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { writtenLength } from '#contract/core/json-text.ts'
import type { ExecutionId, Json, UserId } from '#contract/core/primitives.ts'
import type { FindingDecision, ReviewPerson, RunReview, SignOff } from '#contract/runs/decisions.ts'
import { type OpenOutput, readValue } from '#server/areas/runs/executions/values.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type Decide, personOf, reviewAbility, type SeeReview } from './decisions.policy.ts'
import { type DecisionRow, findNewest, findReaders } from './decisions.store.ts'
import { lowestConfidence, readFindings, type StoredFinding } from './findings.ts'
import { countedIn, type Newest, readingSeenBy } from './readings.ts'
import * as store from './reviews.store.ts'

/** Bytes of a result whose findings are read: it is parsed in this process. */
export const MOST_BYTES = 5_000_000

/** Whether a document is one of the share that a second person reads: the same answer for the same run, always. */
export const isForSecond = (id: ExecutionId, share: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE(0) % 100 < share

/** What a review keeps of a result. @param share per cent of the documents of its service that a second person reads */
export const readOf = (id: ExecutionId, findings: readonly StoredFinding[], share: number): store.ReadRow => ({
  id,
  findings,
  lowest_confidence: lowestConfidence(findings),
  second_needed: isForSecond(id, share),
})

/** @throws file_too_large */
async function parsedOutput(db: Queryable, id: ExecutionId, open: OpenOutput): Promise<Json> {
  const value = await readValue(db, id, 'output', open)
  const refused = () =>
    new AppError('file_too_large', { message: `Results up to ${MOST_BYTES / 1_000_000} MB can be reviewed.` })
  const { written } = (value ?? {}) as { written?: string | (() => AsyncIterable<Uint8Array>) }
  if (written === undefined) return value
  if (typeof written === 'string') {
    if (writtenLength(value) > MOST_BYTES) throw refused()
    return JSON.parse(written)
  }
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of written()) {
    total += piece.length
    if (total > MOST_BYTES) throw refused()
    pieces.push(piece)
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

/**
 * Reads the findings of a run once and keeps them with its review.
 * @throws illegal_transition for a run without a result, not_found when its data was deleted, file_too_large
 */
export async function openReview(db: Queryable, id: ExecutionId, open: OpenOutput): Promise<store.ReviewRow> {
  const found = await store.findReview(db, id)
  if (found !== null) return withFindings(found)
  const run = await store.findReviewable(db, id)
  if (run === null || run.payload_removed_at !== null) throw new AppError('not_found')
  if (run.status !== 'succeeded')
    throw new AppError('illegal_transition', { message: 'Only a run that succeeded has findings to decide about.' })
  const findings = readFindings(await parsedOutput(db, id, open), run.view)
  await store.insertReviews(db, [readOf(id, findings, run.second_reader_share)])
  const made = await store.findReview(db, id)
  if (made === null) throw new AppError('not_found')
  return withFindings(made)
}

function withFindings(row: store.ReviewRow): store.ReviewRow {
  if (row.findings === null) throw new AppError('not_found')
  return row
}

export const present = (row: DecisionRow): FindingDecision => ({
  id: row.finding,
  number: row.number,
  verdict: row.verdict,
  value: row.value,
  label: row.label,
  reason: row.reason,
  by: personFrom(row.person_id, row.person),
  at: row.created_at.toISOString(),
})

const personFrom = (id: UserId | null, name: string | null): ReviewPerson | null =>
  id === null ? null : { id, name: name ?? '' }

export const presentSignOff = (row: store.SignOffRow): SignOff => ({
  revision: row.revision,
  reading: row.reading,
  by: personFrom(row.person_id, row.person),
  at: row.signed_at.toISOString(),
  decided: row.decided,
  findings: row.findings,
  closed: row.closed,
  reopened_at: row.reopened_at?.toISOString() ?? null,
})

/** Who read the document first, where a second person reads it now. */
export async function firstReadersOf(
  db: Queryable,
  review: store.ReviewRow,
  signOffs: readonly store.SignOffRow[],
): Promise<(UserId | null)[]> {
  if (review.reading !== 'second') return []
  const signed = signOffs.filter(({ reading }) => reading === 'first').map(({ person_id }) => person_id)
  return [...(await findReaders(db, review.execution_id, 'first')), ...signed]
}

function decideAbility(review: store.ReviewRow, seen: string, right: Ability): Ability {
  if (!right.allowed) return right
  if (review.signed_off_at !== null) return refusedAbility('This document is signed off. Reopen it to change it.')
  return seen === review.reading
    ? allowed
    : refusedAbility('You’ve finished your reading. Another person reads this document now.')
}

interface Seen {
  review: store.ReviewRow
  counted: Newest
  full: RunReview
}

/** The review as this caller sees it. */
export async function seeReview(
  db: Queryable,
  caller: Caller,
  review: store.ReviewRow,
  person: UserId | null,
): Promise<Seen> {
  const id = review.execution_id
  const [rows, signOffs] = await Promise.all([findNewest(db, id), store.findSignOffs(db, id)])
  const seen = readingSeenBy(person, review.reading, await firstReadersOf(db, review, signOffs))
  const { counted, differing } = countedIn(rows, seen)
  const decide = decideAbility(review, seen, reviewAbility(caller))
  const closing = review.signed_off_at === null ? undefined : signOffs.findLast(({ closed }) => closed)
  const isSigned = closing !== undefined
  const person_only = caller.type === 'user' ? allowed : refusedAbility('Sign in to sign off.')
  return {
    review,
    counted,
    full: {
      execution_id: id,
      findings: review.finding_count,
      decisions: [...counted.values()].map(present),
      number: review.last_number,
      reading: review.reading,
      second_reader: review.second_needed,
      differing: differing.map(({ id: finding, first, second }) => ({
        id: finding,
        first: first && present(first),
        second: second && present(second),
      })),
      revision: review.revision,
      signed_off: isSigned ? presentSignOff(closing) : null,
      sign_offs: signOffs.map(presentSignOff),
      assignee: personFrom(review.assignee_id, review.assignee),
      due_at: review.due_at?.toISOString() ?? null,
      assignment: review.assignment_number,
      needs_all: review.needs_all,
      abilities: {
        decide,
        sign_off: decide.allowed ? person_only : decide,
        reopen: isSigned ? reviewAbility(caller) : refusedAbility('This document is open.'),
      },
    },
  }
}

/** @throws not_found, illegal_transition, file_too_large */
export async function getReview(db: Queryable, grant: SeeReview | Decide, open: OpenOutput): Promise<RunReview> {
  const review = await openReview(db, grant.on.id, open)
  return (await seeReview(db, grant.by, review, personOf(grant))).full
}
