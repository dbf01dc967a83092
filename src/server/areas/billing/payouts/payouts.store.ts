/** The SQL of payouts. */

import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { HELD_BACK, PayoutId, PayoutMethod, PayoutRunId, PayoutStatus } from '#contract/selling/payouts.ts'
import { LEAST_PAYOUT_PAISE } from '#contract/selling/payouts.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

export interface PayableRow {
  seller_id: UserId
  display_name: string
  paise: number
  payee_shown: string | null
  /** Null: they are paid now. */
  reason: (typeof HELD_BACK)[number] | null
}

/** Sellers with payable earnings, and why some are not paid at this moment. */
export async function findPayable(db: Queryable, now: Date, seller: UserId | null = null): Promise<PayableRow[]> {
  const { rows } = await sql<PayableRow>`
    select a.owner_id as seller_id, u.display_name, b.paise::float8 as paise, p.payee_shown,
      case when ${mayNotAct} then 'blocked' when p.seller_id is null then 'no_profile' when p.payee_shown is null then 'no_payee'
        when p.status <> 'verified' then 'not_verified' when p.payee_from > ${now} then 'payee_is_new'
        when b.paise < ${LEAST_PAYOUT_PAISE} then 'too_little' end as reason
    from ledger_accounts a join ledger_balances b on b.account_id = a.id join users u on u.id = a.owner_id
    left join seller_profiles p on p.seller_id = a.owner_id
    where a.kind = 'earnings' and b.paise > 0 and (${seller}::uuid is null or a.owner_id = ${seller})
    order by a.owner_id`.execute(db)
  return rows
}

/** One run is made at a time. */
export async function lockRuns(tx: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.payouts})`.execute(tx)
}

/** @returns null when this month has its run already */
export async function insertRun(tx: Queryable, by: UserId | null, month: string | null): Promise<PayoutRunId | null> {
  const { rows } = await sql<{ id: PayoutRunId }>`
    insert into payout_runs (number, created_by, month)
    select coalesce(max(number), 0) + 1, ${by}, ${month}::date from payout_runs on conflict (month) do nothing returning id`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

export async function insertPayout(
  tx: Queryable,
  payout: { run_id: PayoutRunId; seller_id: UserId; paise: number; payee_shown: string },
): Promise<PayoutId> {
  const { run_id, seller_id, paise, payee_shown } = payout
  const { rows } = await sql<{ id: PayoutId }>`
    insert into payouts (run_id, seller_id, paise, payee_shown) values (${run_id}, ${seller_id}, ${paise}, ${payee_shown})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Payout insert returned no row')
  return row.id
}

export interface PayoutRow {
  id: PayoutId
  run_id: PayoutRunId
  seller_id: UserId
  legal_name: string
  /** The seller's account is blocked or deactivated now. */
  blocked: boolean
  /** An admin has verified the seller's details as they are now. */
  verified: boolean
  paise: number
  payee_shown: string
  status: PayoutStatus
  via: PayoutMethod
  /** How often it was tried again. */
  round: number
  reference: string | null
  created_at: Date
  sent_at: Date | null
  ended_at: Date | null
}

const payoutColumns = sql`o.id, o.run_id, o.seller_id, coalesce(p.legal_name, u.display_name) as legal_name, ${mayNotAct} as blocked, coalesce(p.status = 'verified', false) as verified, o.paise::float8 as paise,
  o.payee_shown, o.status, o.via, o.round, o.reference, o.created_at, o.sent_at, o.ended_at`
const payoutTables = sql.raw(
  `payouts o join users u on u.id = o.seller_id left join seller_profiles p on p.seller_id = o.seller_id`,
)

export async function findPayoutsOf(
  db: Queryable,
  seller: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<PayoutRow>`select ${payoutColumns} from ${payoutTables} where o.seller_id = ${seller}
      order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from payouts where seller_id = ${seller}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findPayoutsOfRun(db: Queryable, run: PayoutRunId): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${payoutColumns} from ${payoutTables} where o.run_id = ${run} order by legal_name, o.id`.execute(db)
  return rows
}

export const findPayout = async (db: Queryable, id: PayoutId): Promise<PayoutRow | null> =>
  (await sql<PayoutRow>`select ${payoutColumns} from ${payoutTables} where o.id = ${id}`.execute(db)).rows[0] ?? null

/** Locked: what becomes of it is said once. */
export async function lockPayout(tx: Queryable, id: PayoutId): Promise<PayoutRow | null> {
  const { rows } =
    await sql<PayoutRow>`select ${payoutColumns} from ${payoutTables} where o.id = ${id} for update of o`.execute(tx)
  return rows[0] ?? null
}

export async function storeStatus(
  tx: Queryable,
  id: PayoutId,
  { status, reference }: { status: PayoutStatus; reference: string | null },
): Promise<void> {
  await sql`
    update payouts set status = ${status}, reference = coalesce(${reference}, reference),
      sent_at = case when ${status} = 'sent' then now() else sent_at end,
      ended_at = case when ${status} in ('paid', 'failed', 'cancelled', 'reversed') then now() end
    where id = ${id}`.execute(tx)
}

/** Which way it goes from now on. */
export async function storeMethod(tx: Queryable, id: PayoutId, via: PayoutMethod): Promise<void> {
  await sql`update payouts set via = ${via} where id = ${id}`.execute(tx)
}

/** A payout that failed or was returned is prepared again. */
export async function beginRound(tx: Queryable, id: PayoutId, payee_shown: string): Promise<void> {
  await sql`update payouts set status = 'prepared', round = round + 1, payee_shown = ${payee_shown}, via = 'bank_file', reference = null,
    sent_at = null, ended_at = null where id = ${id}`.execute(tx)
}

export interface RunRow {
  id: PayoutRunId
  number: number
  created_by: string | null
  created_at: Date
  payouts: number
  paise: number
  by_status: Record<PayoutStatus, number>
}

const RUN =
  sql.raw(`r.id, r.number, (select display_name from users where id = r.created_by) as created_by, r.created_at,
  count(o.id)::int as payouts, coalesce(sum(o.paise), 0)::float8 as paise,
  jsonb_build_object('prepared', count(*) filter (where o.status = 'prepared'), 'sent', count(*) filter (where o.status = 'sent'),
    'paid', count(*) filter (where o.status = 'paid'), 'failed', count(*) filter (where o.status = 'failed'),
    'cancelled', count(*) filter (where o.status = 'cancelled'), 'reversed', count(*) filter (where o.status = 'reversed')) as by_status`)

export async function findRuns(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<RunRow>`select ${RUN} from payout_runs r left join payouts o on o.run_id = r.id group by r.id
      order by r.number desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from payout_runs`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findRun(db: Queryable, id: PayoutRunId): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`
    select ${RUN} from payout_runs r left join payouts o on o.run_id = r.id where r.id = ${id} group by r.id`.execute(
    db,
  )
  return rows[0] ?? null
}
