/** The SQL of reports and of what moderators do about them. */
import { sql } from 'kysely'
import type { ReportReason } from '#contract/agents/review-limits.ts'
import type { ReviewId } from '#contract/agents/reviews.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** @returns whether it is the first of this person */
export async function insertReport(
  db: Queryable,
  { review, reporter, reason, note }: { review: ReviewId; reporter: UserId; reason: ReportReason; note: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into review_reports (review_id, reporter_id, reason, note) values (${review}, ${reporter}, ${reason}, ${note})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

export interface ReportRow {
  review_id: ReviewId
  reason: ReportReason
  note: string
  by: string
  at: Date
}

export async function findReports(db: Queryable, reviews: readonly ReviewId[]): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select p.review_id, p.reason, p.note, u.display_name as by, p.created_at as at
    from review_reports p join users u on u.id = p.reporter_id where p.review_id = any(${reviews}::uuid[])
    order by p.created_at`.execute(db)
  return rows
}

const WAITING = sql`r.status = 'held' or (r.status = 'shown'
  and exists (select from review_reports p where p.review_id = r.id and p.settled_at is null))`

export async function findQueue(
  db: Queryable,
  status: 'open' | 'removed',
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: ReviewId[]; total: number }> {
  const where = status === 'open' ? WAITING : sql`r.status = 'removed'`
  const order = status === 'open' ? sql`coalesce(r.edited_at, r.created_at), r.id` : sql`r.judged_at desc, r.id`
  const { rows } = await sql<{ id: ReviewId }>`
    select r.id from reviews r where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from reviews r where ${where}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted[0]?.total ?? 0 }
}

/** Settles its reports as well. */
export async function storeJudgement(
  db: Queryable,
  { id, by, removal }: { id: ReviewId; by: UserId; removal: { reason: ReportReason; note: string } | null },
): Promise<void> {
  await sql`
    update reviews set status = ${removal ? 'removed' : 'shown'}, held_for = null, judged_at = now(), judged_by = ${by},
      removed_for = ${removal?.reason ?? null}, removal_note = ${removal?.note ?? null} where id = ${id}`.execute(db)
  await sql`update review_reports set settled_at = now() where review_id = ${id} and settled_at is null`.execute(db)
}
