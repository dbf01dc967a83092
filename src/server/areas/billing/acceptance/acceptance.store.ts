/**
 * The SQL of results that wait to be accepted. What moves money is in the database (migrations 0510 and 0511), one statement and one posting
 * for each decision.
 */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { AcceptanceWay, RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import type { ChargeStatus } from '#contract/runs/acceptance/charge-values.ts'
import type { SaleSplit } from '#server/areas/billing/tax/split-sale.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AcceptanceRow {
  id: string
  buyer_id: UserId
  seller_id: UserId
  member_id: UserId | null
  service_id: string | null
  status: ChargeStatus
  price_paise: number
  accept_days: number | null
  accept_until: Date | null
  /** By the clock of the database. */
  is_open: boolean
  commission_rate: number
  decision: 'accepted' | 'rejected' | null
  way: AcceptanceWay | null
  reason: RejectReason | null
  note: string | null
  decided_at: Date | null
}

const columns = sql`c.id, c.buyer_id, c.seller_id, c.member_id, c.service_id, c.status, c.price_paise::float8 as price_paise, c.accept_days,
  c.accept_until, coalesce(clock_timestamp() < c.accept_until, false) as is_open,
  coalesce((c.split ->> 'commission_rate')::float8, 0) as commission_rate`
const newest = sql`left join lateral (
  select n.decision, n.way, n.reason, n.note, n.decided_at from acceptance_decisions n where n.charge_id = c.id
  order by n.decided_at desc, n.id desc limit 1) d on true`

export async function findAcceptance(db: Queryable, execution: ExecutionId): Promise<AcceptanceRow | null> {
  const { rows } = await sql<AcceptanceRow>`
    select ${columns}, d.decision, d.way, d.reason, d.note, d.decided_at from charges c ${newest}
    where c.execution_id = ${execution}`.execute(db)
  return rows[0] ?? null
}

export type LockedRow = Omit<AcceptanceRow, 'decision' | 'way' | 'reason' | 'note' | 'decided_at'>

/** Locked until the transaction ends. */
export async function lockAcceptance(tx: Queryable, execution: string): Promise<LockedRow | null> {
  const { rows } = await sql<LockedRow>`
    select ${columns} from charges c where c.execution_id = ${execution} for update`.execute(tx)
  return rows[0] ?? null
}

/** @returns false where it does not wait, for silence before its time, and for a rejected one after it */
export async function acceptCharge(
  tx: Queryable,
  id: string,
  { way, person, split }: { way: AcceptanceWay; person: UserId | null; split: SaleSplit & { commission_rate: number } },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select accept_charge(${id}::uuid, ${way}, ${person}::uuid, ${JSON.stringify(split)}::jsonb) as done`.execute(tx)
  return rows[0]?.done === true
}

/** @returns false where it does not wait, or its time is over */
export async function rejectCharge(
  tx: Queryable,
  id: string,
  { way, person, reason, note }: { way: AcceptanceWay; person: UserId | null; reason: RejectReason; note: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select reject_charge(${id}::uuid, ${way}, ${person}::uuid, ${reason}, ${note}) as done`.execute(tx)
  return rows[0]?.done === true
}

/** What has to be known of a charge to divide its price. */
export interface ToAccept {
  id: string
  execution_id: ExecutionId
  seller_id: UserId
  price_paise: number
  commission_rate: number
}
const toAccept = sql`c.id, c.execution_id, c.seller_id, c.price_paise::float8 as price_paise,
  coalesce((c.split ->> 'commission_rate')::float8, 0) as commission_rate`

/** The longest overdue first. */
export async function findOverdue(db: Queryable, limit: number): Promise<ToAccept[]> {
  const { rows } = await sql<ToAccept>`
    select ${toAccept} from charges c where c.status = 'awaiting' and c.accept_until <= now() order by c.accept_until limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function findAwaitingOf(db: Queryable, buyer: UserId, limit: number): Promise<ToAccept[]> {
  const { rows } = await sql<ToAccept>`
    select ${toAccept} from charges c where c.status = 'awaiting' and c.buyer_id = ${buyer} order by c.accept_until limit ${limit}`.execute(
    db,
  )
  return rows
}

export interface WaitingRow {
  execution_id: ExecutionId
  has_run: boolean
  title: string | null
  agent_id: AgentId
  slug: string
  name: string
  price_paise: number
  until: Date
}

/** The first to end first. @param query.service_id only of its runs */
export async function findWaiting(
  db: Queryable,
  buyer: UserId,
  { limit, offset, service_id }: { limit: number; offset: number; service_id?: ServiceId | undefined },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const service = service_id ?? null
  const waiting = sql`charges c left join executions e on e.id = c.execution_id and e.owner_id = c.buyer_id
    where c.buyer_id = ${buyer} and c.status = 'awaiting' and (${service}::uuid is null or e.service_id = ${service})`
  const [page, counted] = await Promise.all([
    sql<WaitingRow & { id: string }>`
      select w.*, a.slug, a.name from (
        select c.id, c.execution_id, e.id is not null as has_run, e.title, c.agent_id, c.price_paise::float8 as price_paise,
          c.accept_until as until
        from ${waiting}) w join agents a on a.id = w.agent_id
      order by w.until, w.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${waiting}`.execute(db),
  ])
  const rows = page.rows.map(({ id: _, ...row }) => row)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** What a buyer decided about results of a seller, or silence did, of runs of the last days. */
export async function countDecided(
  db: Queryable,
  { buyer, seller, days }: { buyer: UserId; seller: UserId; days: number },
): Promise<{ accepted: number; rejected: number }> {
  const { rows } = await sql<{ accepted: number; rejected: number }>`
    select (count(*) filter (where status = 'settled'))::int as accepted, (count(*) filter (where status = 'rejected'))::int as rejected
    from charges where seller_id = ${seller} and buyer_id = ${buyer} and accept_days is not null
      and created_at > now() - make_interval(days => ${days}::int)`.execute(db)
  return rows[0] ?? { accepted: 0, rejected: 0 }
}

/** Whether the result of a run is rejected now. */
export async function isRejected(db: Queryable, execution: string): Promise<boolean> {
  const { rows } = await sql`select from charges where execution_id = ${execution} and status = 'rejected'`.execute(db)
  return rows.length > 0
}

export interface ReminderRow {
  buyer_id: UserId
  runs: number
  paise: number
  next_at: Date
}

/** Takes the reminders that are due, of buyers who were not reminded lately: who marks the results sends, in the same transaction. */
export async function takeReminders(
  tx: Queryable,
  { before_ms, from_paise, again_ms }: { before_ms: number; from_paise: number; again_ms: number },
): Promise<ReminderRow[]> {
  const { rows } = await sql<ReminderRow>`
    with ending as (
      select c.buyer_id from charges c
      where c.status = 'awaiting' and c.accept_until > now() and c.accept_until <= now() + ${before_ms} * interval '1 millisecond'
      group by c.buyer_id
      having sum(c.price_paise) filter (where c.accept_reminded_at is null) > 0 and sum(c.price_paise) >= ${from_paise}
        and coalesce(max(c.accept_reminded_at) < now() - ${again_ms} * interval '1 millisecond', true)
      order by c.buyer_id limit 100
    ),
    marked as (
      update charges c set accept_reminded_at = now() from ending
      where c.buyer_id = ending.buyer_id and c.status = 'awaiting' and c.accept_until > now()
        and c.accept_until <= now() + ${before_ms} * interval '1 millisecond' and c.accept_reminded_at is null
      returning c.buyer_id, c.price_paise, c.accept_until
    )
    select buyer_id, count(*)::int as runs, sum(price_paise)::float8 as paise, min(accept_until) as next_at
    from marked group by buyer_id order by buyer_id`.execute(tx)
  return rows
}
