/**
 * Reports on agents, sellers and reviews. All reports on the same thing are one case while it is open; an admin decides it, and everyone who
 * reported learns the outcome.
 */

import { z } from 'zod'
import { isDecided, REPORT_CASES, type ReportKind } from '#contract/agents/report-case-values.ts'
import type {
  NewReport,
  ReportCase,
  ReportCaseDetail,
  ReportCaseId,
  ReportCaseQuery,
} from '#contract/agents/report-cases.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { noticeForMany, notify, settleNotices, writeNotices } from '#server/areas/accounts/accounts.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { assignAbility, type CaseGrant, decideAbility, type ReportGrant } from './report-cases.policy.ts'
import * as store from './report-cases.store.ts'

export interface Reported {
  kind: Exclude<ReportKind, 'review'>
  id: string
  name: string
  owner: UserId
}

const OWN = { agent: 'This is your own agent.', person: 'You can’t report yourself.' }

async function evidenceOf(db: Queryable, reporter: UserId, evidence: string) {
  if (evidence === '') return { evidence: null, evidence_run: null }
  if (!z.uuid().safeParse(evidence).success) return { evidence, evidence_run: null }
  if (!(await store.ownsRun(db, reporter, evidence))) throw fieldError('evidence', 'You don’t have a run with this ID')
  return { evidence: null, evidence_run: evidence }
}

/** Counts towards what one person may report in an hour. @throws too_many_requests */
export const limitReports = (db: Queryable, reporter: UserId): Promise<void> =>
  enforceRateLimit(
    db,
    [rateLimitFor('abuse report', { key: reporter, shared: false }, REPORT_CASES.reports_per_hour)],
    'You have sent many reports',
  )

/** @throws report_refused, invalid_input with the field, already_exists while the first report is open, too_many_requests */
export async function report(
  db: Database,
  { on: reporter }: ReportGrant,
  { kind, id, name, owner }: Reported,
  { reason, details, evidence }: NewReport,
): Promise<null> {
  if (owner === reporter) throw new AppError('report_refused', { message: OWN[kind] })
  await limitReports(db, reporter)
  const proof = await evidenceOf(db, reporter, evidence)
  await db.transaction().execute(async (tx) => {
    const case_id = await store.openCase(tx, kind, id)
    if (!(await store.insertReport(tx, { case_id, reporter_id: reporter, reason, details, ...proof })))
      throw new AppError('already_exists', { message: 'You already reported this. We’ll tell you what was decided.' })
    await notify(tx, 'admins', {
      kind: 'report',
      title: kind === 'agent' ? `${name} was reported` : `The seller ${name} was reported`,
      message: details,
      href: `/admin/reports/${case_id}`,
      group: `report:${case_id}`,
    })
  })
  return null
}

/** A review was reported: opens a case for it, in the same transaction. */
export const openReviewCase = (tx: Queryable, review: string): Promise<ReportCaseId> =>
  store.openCase(tx, 'review', review)

const personOf = (id: UserId | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function addressOf({ kind, agent_slug, handle }: store.CaseRow): string | null {
  if (kind === 'person') return handle === null ? null : `/sellers/${handle}`
  if (agent_slug === null) return null
  return kind === 'review' ? `/agent/${agent_slug}#reviews` : `/agent/${agent_slug}`
}

const present = (row: store.CaseRow): ReportCase => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  subject: {
    id: row.target_id,
    name: row.subject_name,
    href: addressOf(row),
    owner: personOf(row.owner_id, row.owner_name),
    text: row.subject_text,
    status: row.subject_status,
  },
  reports: row.reports,
  opened_at: row.opened_at.toISOString(),
  due_at: row.due_at.toISOString(),
  overdue: row.overdue,
  assigned_to: personOf(row.assigned_to, row.assigned_name),
})

export async function listCases(db: Queryable, _grant: CaseGrant, query: ReportCaseQuery) {
  const { rows, total } = await store.findCases(db, query)
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset }
}

async function caseRow(db: Queryable, id: ReportCaseId): Promise<store.CaseRow> {
  const row = await store.findCase(db, id)
  if (row === null) throw new AppError('not_found')
  return row
}

/** @throws not_found */
export async function getCase(db: Queryable, grant: CaseGrant, id: ReportCaseId): Promise<ReportCaseDetail> {
  const row = await caseRow(db, id)
  const [reports, events, others] = await Promise.all([
    store.findReports(db, row),
    store.findEvents(db, id),
    store.findOtherCases(db, row),
  ])
  const { decided_at, outcome } = row
  return {
    ...present(row),
    all_reports: reports.map(({ by_id, by_name, at, ...one }) => ({
      ...one,
      by: { id: by_id, name: by_name },
      at: at.toISOString(),
    })),
    history: events.map((one) => ({ ...one, at: one.at.toISOString() })),
    decision:
      decided_at === null || outcome === null ? null : { by: row.decided_name, at: decided_at.toISOString(), outcome },
    other_cases: others.map((one) => ({ ...one, opened_at: one.opened_at.toISOString() })),
    abilities: { decide: decideAbility(grant, row), assign: assignAbility(grant, row) },
  }
}

/** The case as nobody else changes it until the transaction ends. @throws not_found, already_resolved */
async function lockActive(tx: Queryable, id: ReportCaseId): Promise<store.CaseRow> {
  await store.lockCase(tx, id)
  const row = await caseRow(tx, id)
  if (!isDecided(row.state)) return row
  const by = row.decided_name ?? 'Another admin'
  throw new AppError('already_resolved', { message: `${by} already ${row.state} this report.` })
}

/** Assigns a case to the caller, also one of another admin, or to nobody. @throws not_found, already_resolved, forbidden */
export async function assignCase(
  db: Database,
  grant: CaseGrant,
  id: ReportCaseId,
  assigned: boolean,
): Promise<ReportCaseDetail> {
  await db.transaction().execute(async (tx) => {
    const row = await lockActive(tx, id)
    const ability = assignAbility(grant, row)
    if (!ability.allowed) throw new AppError('forbidden', { message: ability.reason ?? undefined })
    const to = assigned ? grant.on : null
    if (row.assigned_to === to) return
    await store.storeAssignment(tx, id, to)
    await store.insertEvent(tx, id, { by: grant.on, event: assigned ? 'assigned' : 'released' })
    await insertAudit(tx, {
      actor_id: grant.on,
      action: assigned ? 'report.assign' : 'report.release',
      target_id: row.target_id,
      reason: null,
      details: { from: row.state, to: assigned ? 'in_review' : 'open', assigned_before: row.assigned_name, report: id },
    })
  })
  return getCase(db, grant, id)
}

type Decision = { decision: 'resolved' | 'dismissed'; outcome: string }

function subjectOf({ kind, subject_name: name }: store.CaseRow): string {
  if (kind === 'review') return name === null ? 'a review' : `a review of ${name}`
  return name ?? (kind === 'agent' ? 'an agent' : 'a seller')
}

/** Closes a locked case, and tells everyone who reported. */
async function closeCase(
  tx: Queryable,
  by: UserId,
  row: store.CaseRow,
  { decision, outcome }: Decision,
): Promise<void> {
  const { id, state } = row
  const told = noticeForMany(store.reportersOf(id), {
    kind: 'report_decided',
    title:
      decision === 'resolved'
        ? say('We acted on your report of {subject}', { subject: subjectOf(row) })
        : say('We closed your report of {subject}', { subject: subjectOf(row) }),
    message: verbatim(outcome),
    href: addressOf(row) ?? '/dashboard',
  })
  await writeNotices(tx, [], told)
  await store.storeDecision(tx, id, { by, state: decision, outcome })
  await store.insertEvent(tx, id, { by, event: decision })
  await settleNotices(tx, [`report:${id}`])
  await insertAudit(tx, {
    actor_id: by,
    action: decision === 'resolved' ? 'report.resolve' : 'report.dismiss',
    target_id: row.target_id,
    reason: outcome,
    details: { from: state, to: decision, report: id },
  })
}

/** @throws not_found, already_resolved, forbidden, illegal_transition for a review that is still there */
export async function decideCase(
  db: Database,
  grant: CaseGrant,
  id: ReportCaseId,
  decision: Decision,
): Promise<ReportCaseDetail> {
  await db.transaction().execute(async (tx) => {
    const row = await lockActive(tx, id)
    const mine = assignAbility(grant, row)
    if (!mine.allowed) throw new AppError('forbidden', { message: mine.reason ?? undefined })
    const ability = decideAbility(grant, row)
    if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
    await closeCase(tx, grant.on, row, decision)
  })
  return getCase(db, grant, id)
}

/** A moderator kept or removed the review: decides its case, if there is one, in the same transaction and before its reports are settled. */
export async function decideReviewCase(tx: Queryable, by: UserId, review: string, decision: Decision): Promise<void> {
  const id = await store.findActiveCase(tx, 'review', review)
  if (id !== null) await closeCase(tx, by, await caseRow(tx, id), decision)
}
