/** The SQL of the admin area's first page. Everything is counted by an index, and no further than is shown. */
import { type RawBuilder, sql } from 'kysely'
import type { DayFigures } from '#contract/admin/admin-overview.ts'
import { MOST_COUNTED, type Work } from '#contract/admin/admin-overview-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Midnight in India, where the business day begins. */
export async function findDayStart(db: Queryable): Promise<{ now: Date; began: Date }> {
  const { rows } = await sql<{ now: Date; began: Date }>`
    select now() as now, date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' as began`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The query of the day returned no row')
  return row
}

/** Figures of `[from, to)`. */
export async function findDayFigures(db: Queryable, from: Date, to: Date): Promise<DayFigures> {
  const { rows } = await sql<DayFigures>`select
    (select count(*)::int from (select 1 from executions where parent_id is null and trigger <> 'bench'
      and created_at >= ${from} and created_at < ${to} limit ${MOST_COUNTED.runs}) counted) as runs,
    (select count(*)::int from (select 1 from executions where status = 'failed' and parent_id is null and trigger <> 'bench'
      and created_at >= ${from} and created_at < ${to} limit ${MOST_COUNTED.runs}) counted) as failed,
    (select count(*)::int from (select 1 from users where kind = 'person' and created_at >= ${from} and created_at < ${to}
      limit ${MOST_COUNTED.runs}) counted) as sign_ups,
    (select coalesce(sum(amount_paise), 0)::float8 from orders where status = 'paid'
      and paid_at >= ${from} and paid_at < ${to}) as paid_paise`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The query of a day’s figures returned no row')
  return row
}

export interface WorkRow {
  kind: Work
  count: number
  oldest_at: Date | null
}

/** One kind of work: how much of it waits, up to what is counted, and since when. */
const waiting = (kind: Work, at: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`select ${kind}::text as kind, count(*)::int as count, min(at) as oldest_at
    from (select ${at} as at ${from} order by 1 limit ${MOST_COUNTED.work}) waiting`

const KINDS: RawBuilder<unknown>[] = [
  waiting('role_requests', sql`r.created_at`, sql`from role_requests r where r.status = 'open'`),
  waiting('agent_reviews', sql`s.submitted_at`, sql`from agent_submissions s where s.status = 'in_review'`),
  waiting('seller_details', sql`p.updated_at`, sql`from seller_profiles p where p.status = 'pending'`),
  // Reported reviews are among those to moderate.
  waiting(
    'reports',
    sql`c.opened_at`,
    sql`from report_cases c where c.state in ('open', 'in_review') and c.kind <> 'review'`,
  ),
  waiting(
    'held_reviews',
    sql`w.created_at`,
    sql`from (select r.created_at from reviews r where r.status = 'held' union all
      select p.created_at from review_reports p join reviews r on r.id = p.review_id
      where p.settled_at is null and r.status = 'shown') w`,
  ),
  waiting(
    'refunds',
    sql`r.created_at`,
    sql`from refunds r where r.status = 'requested' and (r.seller_id is null or r.escalated_at is not null)`,
  ),
  waiting('disputes', sql`d.created_at`, sql`from disputes d where d.status in ('open', 'under_review')`),
  waiting(
    'unmatched_payments',
    sql`x.created_at`,
    sql`from ledger_transactions x where x.kind = 'unclaimed' and x.cause_type = 'payment' and not exists (
      select from refunds r join payments p on p.id = r.payment_id where p.id::text = x.cause_id and r.buyer_id is null)`,
  ),
  waiting('payouts', sql`p.created_at`, sql`from payouts p where p.status in ('prepared', 'sent')`),
  waiting('failed_mail', sql`m.created_at`, sql`from mails m where m.status = 'failed'`),
  waiting(
    'reported_errors',
    sql`e.created_at`,
    sql`from error_reports e where e.created_at > now() - interval '24 hours'`,
  ),
]

export async function findWork(db: Queryable): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`${sql.join(KINDS, sql` union all `)}`.execute(db)
  return rows
}

/** When the last good backup was of, and why the newest one failed, if it did. */
export async function findBackupState(db: Queryable): Promise<{ backed_up_at: Date | null; error: string | null }> {
  const { rows } = await sql<{ backed_up_at: Date | null; error: string | null }>`
    select (select backed_up_at from installation) as backed_up_at,
      (select error from (select status, error from backups where status in ('succeeded', 'failed')
        order by requested_at desc, id desc limit 1) newest where status = 'failed') as error`.execute(db)
  return rows[0] ?? { backed_up_at: null, error: null }
}
