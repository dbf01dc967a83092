/** The SQL of reports and their cases. Reports on reviews are rows of `review_reports`. */
import { type RawBuilder, sql } from 'kysely'
import { type CaseState, REPORT_CASES, type ReportKind } from '#contract/agents/report-case-values.ts'
import type { Report, ReportCaseId, ReportCaseQuery } from '#contract/agents/report-cases.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface CaseRow {
  id: ReportCaseId
  kind: ReportKind
  state: CaseState
  target_id: string
  opened_at: Date
  due_at: Date
  overdue: boolean
  assigned_to: UserId | null
  assigned_name: string | null
  decided_by: UserId | null
  decided_name: string | null
  decided_at: Date | null
  outcome: string | null
  reports: number
  subject_name: string | null
  subject_text: string | null
  subject_status: string | null
  /** Of the agent, or of the agent that a review is about. */
  agent_slug: string | null
  /** Of the page of a seller. */
  handle: string | null
  owner_id: UserId | null
  owner_name: string | null
}

const ACTIVE = sql<boolean>`c.state in ('open', 'in_review')`

/** Reports on the review of case `c`: they are settled in the transaction that decides it. */
const ofReview = sql`p.review_id = c.target_id and p.settled_at is not distinct from c.decided_at`

const columns = sql`c.id, c.kind, c.state, c.target_id, c.opened_at, c.due_at, (${ACTIVE} and c.due_at < now()) as overdue,
  c.assigned_to, t.display_name as assigned_name, c.decided_by, d.display_name as decided_name, c.decided_at, c.outcome,
  case c.kind when 'review' then (select count(*)::int from review_reports p where ${ofReview})
    else (select count(*)::int from reports p where p.case_id = c.id) end as reports,
  case c.kind when 'person' then o.display_name else a.name end as subject_name,
  case c.kind when 'agent' then a.tagline when 'review' then r.text end as subject_text,
  case c.kind when 'agent' then a.status when 'review' then r.status else o.status end as subject_status,
  a.slug as agent_slug, s.handle, o.id as owner_id, o.display_name as owner_name`
const joins = sql`from report_cases c
  left join reviews r on c.kind = 'review' and r.id = c.target_id
  left join agents a on a.id = case c.kind when 'agent' then c.target_id when 'review' then r.agent_id end
  left join users o on o.id = case c.kind when 'agent' then a.seller_id when 'review' then r.author_id else c.target_id end
    and o.firebase_uid not like 'deleted:%'
  left join sellers s on c.kind = 'person' and s.user_id = c.target_id
  left join users t on t.id = c.assigned_to left join users d on d.id = c.decided_by`

export async function findCase(db: Queryable, id: ReportCaseId): Promise<CaseRow | null> {
  const { rows } = await sql<CaseRow>`select ${columns} ${joins} where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Until the transaction ends nobody else decides. */
export async function lockCase(tx: Queryable, id: ReportCaseId): Promise<void> {
  await sql`select from report_cases c where c.id = ${id} for update`.execute(tx)
}

export async function findActiveCase(tx: Queryable, kind: ReportKind, target: string): Promise<ReportCaseId | null> {
  const { rows } = await sql<{ id: ReportCaseId }>`
    select c.id from report_cases c where c.kind = ${kind} and c.target_id = ${target} and ${ACTIVE} for update`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

const MOST_NAMES = 50
const MOST_COUNTED = 10_000
/** Agents and people that a search names, as ids of what can be reported. */
async function findNamed(db: Queryable, search: string): Promise<string[]> {
  const like = containing(search)
  const { rows } = await sql<{ ids: string[] }>`select array(
    (select a.id from agents a where a.name ilike ${like} limit ${MOST_NAMES})
    union all (select u.id from users u where u.display_name ilike ${like} or u.email::text ilike ${like} limit ${MOST_NAMES})
    union all (select r.id from reviews r where r.agent_id in (select a.id from agents a where a.name ilike ${like} limit ${MOST_NAMES})
      and exists (select from report_cases c where c.target_id = r.id) limit ${MOST_NAMES})) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

export async function findCases(
  db: Queryable,
  { state, kind, overdue, search, limit, offset }: ReportCaseQuery,
): Promise<{ rows: CaseRow[]; total: number }> {
  const isActive = state === 'active' || state === 'open' || state === 'in_review'
  const where: RawBuilder<unknown>[] = [isActive ? ACTIVE : sql`c.decided_at is not null`]
  if (state !== 'active') where.push(sql`c.state = ${state}`)
  if (kind !== undefined) where.push(sql`c.kind = ${kind}`)
  if (overdue === 'true') where.push(sql`c.due_at < now()`)
  if (search) where.push(sql`c.target_id = any(${await findNamed(db, search)}::uuid[])`)
  const chosen = sql.join(where, sql` and `)
  const order = isActive ? sql`c.due_at, c.id` : sql`c.decided_at desc, c.id desc`
  const [page, count] = await Promise.all([
    sql<CaseRow>`select ${columns} ${joins} where ${chosen} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*)::int as total from (select from report_cases c where ${chosen} limit ${MOST_COUNTED}) counted`.execute(
      db,
    ),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** The open case on this thing, new if there is none. It is locked until the transaction ends. */
export async function openCase(tx: Queryable, kind: ReportKind, target: string): Promise<ReportCaseId> {
  const { rows } = await sql<{ id: ReportCaseId }>`
    insert into report_cases (kind, target_id, due_at)
    values (${kind}, ${target}, now() + make_interval(hours => ${REPORT_CASES.due_hours}))
    on conflict (kind, target_id) where state in ('open', 'in_review') do update set kind = excluded.kind
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Report case missing after insert')
  return row.id
}

export interface NewReportRow {
  case_id: ReportCaseId
  reporter_id: UserId
  reason: string
  details: string
  evidence: string | null
  evidence_run: string | null
}

/** @returns whether it is the first of this person in this case */
export async function insertReport(tx: Queryable, report: NewReportRow): Promise<boolean> {
  const { case_id, reporter_id, reason, details, evidence, evidence_run } = report
  const { rows } = await sql`
    insert into reports (case_id, reporter_id, reason, details, evidence, evidence_run)
    values (${case_id}, ${reporter_id}, ${reason}, ${details}, ${evidence}, ${evidence_run})
    on conflict (case_id, reporter_id) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function ownsRun(db: Queryable, owner: UserId, run: string): Promise<boolean> {
  const { rows } = await sql`select from executions e where e.id = ${run} and e.owner_id = ${owner}`.execute(db)
  return rows.length > 0
}

export interface ReportRow extends Omit<Report, 'by' | 'at'> {
  by_id: UserId
  by_name: string
  at: Date
}

/** The oldest first. */
export async function findReports(db: Queryable, { id, kind }: CaseRow): Promise<ReportRow[]> {
  const most = REPORT_CASES.shown
  const { rows } =
    kind === 'review'
      ? await sql<ReportRow>`
        select u.id as by_id, u.display_name as by_name, p.reason, p.note as details, null::text as evidence,
          null::uuid as evidence_run, p.created_at as at
        from report_cases c join review_reports p on ${ofReview} join users u on u.id = p.reporter_id
        where c.id = ${id} order by p.created_at limit ${most}`.execute(db)
      : await sql<ReportRow>`
        select u.id as by_id, u.display_name as by_name, p.reason, p.details, p.evidence, p.evidence_run, p.created_at as at
        from reports p join users u on u.id = p.reporter_id where p.case_id = ${id} order by p.created_at limit ${most}`.execute(
          db,
        )
  return rows
}

export interface EventRow {
  event: 'assigned' | 'released' | 'resolved' | 'dismissed'
  by: string | null
  at: Date
}

export async function findEvents(db: Queryable, id: ReportCaseId): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select v.event, u.display_name as by, v.created_at as at
    from report_case_events v left join users u on u.id = v.actor_id where v.case_id = ${id}
    order by v.id limit ${REPORT_CASES.shown}`.execute(db)
  return rows
}

export async function findOtherCases(
  db: Queryable,
  { id, kind, target_id }: CaseRow,
): Promise<{ id: ReportCaseId; state: CaseState; opened_at: Date }[]> {
  const { rows } = await sql<{ id: ReportCaseId; state: CaseState; opened_at: Date }>`
    select c.id, c.state, c.opened_at from report_cases c
    where c.target_id = ${target_id} and c.kind = ${kind} and c.id <> ${id}
    order by c.opened_at desc limit ${REPORT_CASES.shown}`.execute(db)
  return rows
}

/** Everyone whose report is part of the case, whatever their number. */
export const reportersOf = (id: ReportCaseId): RawBuilder<{ user_id: UserId }> => sql`
  select p.reporter_id as user_id from reports p where p.case_id = ${id}
  union select p.reporter_id from report_cases c join review_reports p on ${ofReview} where c.id = ${id} and c.kind = 'review'`

export async function storeAssignment(tx: Queryable, id: ReportCaseId, to: UserId | null): Promise<void> {
  await sql`
    update report_cases set assigned_to = ${to}, state = ${to === null ? 'open' : 'in_review'} where id = ${id}`.execute(
    tx,
  )
}

export async function storeDecision(
  tx: Queryable,
  id: ReportCaseId,
  { by, state, outcome }: { by: UserId; state: 'resolved' | 'dismissed'; outcome: string },
): Promise<void> {
  await sql`
    update report_cases set state = ${state}, decided_by = ${by}, decided_at = now(), outcome = ${outcome}
    where id = ${id}`.execute(tx)
}

export async function insertEvent(
  tx: Queryable,
  id: ReportCaseId,
  { by, event }: { by: UserId; event: EventRow['event'] },
): Promise<void> {
  await sql`insert into report_case_events (case_id, actor_id, event) values (${id}, ${by}, ${event})`.execute(tx)
}
