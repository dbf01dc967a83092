/** The decisions that a report has: those in its request, or those that the server keeps, with who signed them off. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ReportDecision } from '#contract/runs/reports.ts'
import type { Decision } from '#findings/decision.ts'
import { momentText } from '#findings/report.ts'
import { maySeeReview, personOf } from '#server/areas/runs/decisions/decisions.policy.ts'
import { type DecisionRow, findNewest } from '#server/areas/runs/decisions/decisions.store.ts'
import { countedIn, readingSeenBy } from '#server/areas/runs/decisions/readings.ts'
import { findReview, findSignOffs, type SignOffRow } from '#server/areas/runs/decisions/reviews.store.ts'
import { firstReadersOf } from '#server/areas/runs/decisions/reviews.ts'
import { isSharedReader } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'

interface Decided {
  decisions: (ReportDecision & Pick<Decision, 'by' | 'at' | 'reason'>)[]
  stored: boolean
  signatures: string[]
}

export const given = (decisions: readonly ReportDecision[]): Decided => ({
  decisions: [...decisions],
  stored: false,
  signatures: [],
})

const decided = (row: DecisionRow): Decided['decisions'] =>
  row.verdict === null
    ? []
    : [
        {
          ...{ id: row.finding, verdict: row.verdict, value: row.value, reason: row.reason },
          ...{ by: row.person, at: row.created_at.toISOString() },
        },
      ]

const READING = { first: 'First reading', second: 'Second reading', final: 'Signed off' } as const

function signature({ person, signed_at, reading, revision, closed }: SignOffRow): string {
  const what = closed ? 'Signed off' : READING[reading]
  return `${what}: ${person ?? 'a former member'}, ${momentText(signed_at.toISOString())}, revision ${revision}`
}

/**
 * @param revision of an earlier sign-off; null for what counts now
 * @throws invalid_input for a revision that was never signed off
 */
export async function storedDecisions(
  db: Database,
  { caller, run_token }: { caller: Caller; run_token: string | null },
  id: ExecutionId,
  revision: number | null,
): Promise<Decided> {
  const row = await findOwner(db, id)
  const review = await findReview(db, id)
  // Who reads a run because its owner shares it sees what it found, and not what people decided about it.
  if (row === null || review === null || isSharedReader(caller, row)) {
    if (revision !== null) throw new AppError('not_found')
    return { decisions: [], stored: true, signatures: [] }
  }
  const person = personOf(maySeeReview(caller, run_token, row))
  const signOffs = await findSignOffs(db, id)
  const wanted = revision ?? review.revision
  const closing = signOffs.find((one) => one.revision === wanted && one.closed)
  if (revision !== null && closing === undefined)
    throw fieldError('revision', 'This document has no sign-off with this number.')
  const seen = readingSeenBy(person, review.reading, await firstReadersOf(db, review, signOffs))
  const rows = await findNewest(db, id, revision === null ? null : (closing?.through ?? null))
  const decisions = [...countedIn(rows, seen).counted.values()].flatMap(decided)
  const isOpen = closing === undefined && decisions.length > 0
  const signed = signOffs.filter((one) => (one.closed ? one.revision <= wanted : one.revision === wanted))
  return { decisions, stored: true, signatures: [...signed.map(signature), ...(isOpen ? ['Not signed off'] : [])] }
}
