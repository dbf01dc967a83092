/** The verb of deciding about findings. */
import { CODE_SYSTEMS } from '#contract/agents/code-values.ts'
import type { Problem } from '#contract/core/envelope.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { DECISION_LIMITS } from '#contract/runs/decision-values.ts'
import type { NewDecision, RunReview } from '#contract/runs/decisions.ts'
import { keyOf } from '#findings/decision.ts'
import { lookUpCodes } from '#server/areas/agents/agents.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { type Decide, personOf } from './decisions.policy.ts'
import * as store from './decisions.store.ts'
import type { StoredFinding } from './findings.ts'
import { countedIn, decidedIn, type Newest, saysTheSame } from './readings.ts'
import { lockReview, noteDecided, type ReviewRow } from './reviews.store.ts'
import { getReview, openReview, seeReview } from './reviews.ts'

type Wanted = Required<NewDecision>

/** A decision with the finding it is about, and its place in what was sent. */
interface Placed {
  at: number
  wanted: Wanted
  finding: StoredFinding
}

/** @throws invalid_input for what the run hasn't found, and for a finding that is named twice */
function place(decisions: readonly Wanted[], review: ReviewRow): Placed[] {
  const findings = new Map((review.findings ?? []).map((finding) => [finding.id, finding]))
  const seen = new Set<string>()
  return decisions.map((wanted, at) => {
    const finding = findings.get(wanted.id)
    if (finding === undefined) throw fieldError(`decisions.${at}.id`, 'This result has no such finding.')
    if (seen.has(wanted.id)) throw fieldError(`decisions.${at}.id`, 'This finding is decided more than once.')
    seen.add(wanted.id)
    return { at, wanted, finding }
  })
}

/** Corrected codes as the installed table writes them. @throws invalid_input for one that it hasn't, too_many_requests */
async function withKnownCodes(db: Database, placed: readonly Placed[], sender: Sender): Promise<Placed[]> {
  const known = new Map<string, string>()
  for (const system of CODE_SYSTEMS) {
    const codes = placed.flatMap(({ wanted, finding }) =>
      finding.system === system && wanted.value !== null ? [wanted.value] : [],
    )
    if (codes.length === 0) continue
    for (const { code } of await lookUpCodes(db, { system, sender, codes })) known.set(keyOf(system, code), code)
  }
  return placed.map((one) => {
    const { at, wanted, finding } = one
    if (finding.system === null || wanted.value === null) return one
    const value = known.get(keyOf(finding.system, wanted.value))
    if (value === undefined)
      throw fieldError(`decisions.${at}.value`, 'The installed code table doesn’t have this code.')
    return { ...one, wanted: { ...wanted, value } }
  })
}

const DONE = { accepted: 'accepted', edited: 'edited', rejected: 'rejected' } as const

/** What others decided since the sender looked. Saying the same is no conflict. */
function conflictsOf(placed: readonly Placed[], counted: Newest, person: UserId | null): Problem[] {
  return placed.flatMap(({ at, wanted }) => {
    const shown = counted.get(wanted.id)
    if (shown === undefined || shown.number === wanted.after || shown.person_id === person) return []
    if (saysTheSame(shown, wanted)) return []
    const who = shown.person ?? 'Another person'
    const what = shown.verdict === null ? 'took back their decision about' : DONE[shown.verdict]
    const message = `${who} ${what} ${shown.label.slice(0, 100)} meanwhile.`
    return [{ message, field: `decisions.${at}.after`, code: 'decision_conflict' }]
  })
}

/** Under the lock of the review. @throws signed_off, forbidden, decision_conflict, limit_reached */
async function add(tx: Queryable, grant: Decide, placed: readonly Placed[]): Promise<void> {
  const { id } = grant.on
  const review = await lockReview(tx, id)
  if (review === null) throw new AppError('not_found')
  const person = personOf(grant)
  const { counted, full } = await seeReview(tx, grant.by, review, person)
  // What arrived before is there, whatever happened since.
  const sent = await store.findKeys(
    tx,
    id,
    placed.map(({ wanted }) => wanted.key),
  )
  const fresh = placed.filter(({ wanted }) => !sent.has(wanted.key))
  if (fresh.length === 0) return
  if (review.signed_off_at !== null) throw new AppError('signed_off')
  const { decide } = full.abilities
  if (!decide.allowed) throw new AppError('forbidden', { message: decide.reason ?? undefined })
  const problems = conflictsOf(fresh, counted, person)
  if (problems.length > 0) throw new AppError('decision_conflict', { message: problems[0]?.message, problems })
  const last_number = review.last_number + fresh.length
  if (last_number > DECISION_LIMITS.most)
    throw new AppError('limit_reached', { message: `A run can have up to ${DECISION_LIMITS.most} decisions.` })
  const rows = fresh.map(({ wanted, finding }, index) => ({
    ...{ number: review.last_number + index + 1, finding: finding.id, tab: finding.tab, label: finding.label },
    ...{ verdict: wanted.verdict, value: wanted.value, reason: wanted.reason, key: wanted.key },
  }))
  await store.insertDecisions(tx, id, { reading: review.reading, person, rows })
  const now = countedIn(await store.findNewest(tx, id), review.reading)
  await noteDecided(tx, id, { last_number, decided_count: decidedIn(now.counted) })
}

/**
 * All of the decisions are added, or none.
 * @throws not_found, illegal_transition, file_too_large, invalid_input with the field, decision_conflict, signed_off, forbidden,
 * limit_reached, too_many_requests
 */
export async function decideFindings(
  db: Database,
  grant: Decide,
  decisions: readonly Wanted[],
  { sender, open, records }: { sender: Sender; open: OpenOutput; records: RunRecords },
): Promise<RunReview> {
  const review = await openReview(db, grant.on.id, open)
  const placed = await withKnownCodes(db, place(decisions, review), sender)
  await db.transaction().execute(async (tx) => {
    await add(tx, grant, placed)
    await records.catchUp(tx, grant.on.id)
  })
  return getReview(db, grant, open)
}
