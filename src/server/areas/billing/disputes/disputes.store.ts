/** The SQL of disputes. */
import { sql } from 'kysely'
import type { DisputeStatus } from '#contract/billing/payment-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { GatewayDispute } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface DisputeRow {
  id: string
  gateway_dispute_id: string
  payment_id: string
  order_id: string | null
  buyer_id: UserId | null
  /** Who sold what was paid; null for the platform's own. */
  seller_id: UserId | null
  paise: number
  reason: string
  status: DisputeStatus
  /** What of a lost one was taken back of what had been bought, and what the platform bears. */
  back_paise: number
  loss_paise: number
  respond_by: Date | null
  /** How often the bank asked for better evidence. */
  times_sent_back: number
  created_at: Date
  decided_at: Date | null
}

const COLUMNS = sql.raw(
  `d.id, d.gateway_dispute_id, d.payment_id, d.order_id, d.buyer_id, d.seller_id, d.paise::float8 as paise, d.reason, d.status,
  d.back_paise::float8 as back_paise,
  d.loss_paise::float8 as loss_paise, d.respond_by, d.times_sent_back, d.created_at, d.decided_at`,
)

export interface Disputed {
  gateway: string
  dispute: GatewayDispute
  payment: { id: string; order_id: string | null; user_id: UserId | null }
  now: Date
}

/** @returns the dispute as it was, locked, and whether it is new */
export async function openDispute(
  tx: Queryable,
  { gateway, dispute, payment, now }: Disputed,
): Promise<{ row: DisputeRow; opened: boolean }> {
  const inserted = await sql<DisputeRow>`
    insert into disputes as d (gateway, gateway_dispute_id, payment_id, order_id, buyer_id, seller_id, paise, reason, status, respond_by, created_at)
    values (${gateway}, ${dispute.id}, ${payment.id}, ${payment.order_id}, ${payment.user_id},
      (select seller_id from sales where order_id = ${payment.order_id} limit 1), ${dispute.amount}, ${dispute.reason_code},
      'open', ${dispute.respond_by}, ${now})
    on conflict (gateway, gateway_dispute_id) do nothing returning ${COLUMNS}`.execute(tx)
  const [row] = inserted.rows
  if (row) return { row, opened: true }
  const { rows } = await sql<DisputeRow>`select ${COLUMNS} from disputes d
    where d.gateway = ${gateway} and d.gateway_dispute_id = ${dispute.id} for update of d`.execute(tx)
  const [known] = rows
  if (!known) throw new Error('Dispute missing after a conflicting insert')
  return { row: known, opened: false }
}

export async function setDispute(
  tx: Queryable,
  id: string,
  change: Pick<DisputeRow, 'status' | 'decided_at'> & Partial<Pick<DisputeRow, 'back_paise' | 'loss_paise'>>,
): Promise<void> {
  const { status, decided_at, back_paise = 0, loss_paise = 0 } = change
  await sql`update disputes set status = ${status}, back_paise = ${back_paise}, loss_paise = ${loss_paise},
    decided_at = ${decided_at} where id = ${id}`.execute(tx)
}

/** Reminders of a new day to respond by are sent like those of the first. */
export async function setRespondBy(tx: Queryable, id: string, respond_by: Date | null): Promise<void> {
  await sql`update disputes set respond_by = ${respond_by}, told_days = null where id = ${id}`.execute(tx)
}

export async function reopenDispute(tx: Queryable, id: string): Promise<void> {
  await sql`update disputes set status = 'open', times_sent_back = times_sent_back + 1 where id = ${id}`.execute(tx)
}

export const findByGatewayId = async (db: Queryable, gateway: string, id: string): Promise<DisputeRow | null> =>
  (
    await sql<DisputeRow>`select ${COLUMNS} from disputes d
      where d.gateway = ${gateway} and d.gateway_dispute_id = ${id}`.execute(db)
  ).rows[0] ?? null

/** Claims the undecided dispute that the gateway was not asked about for the longest time, none since `before`. */
export const takeToAsk = async (
  db: Queryable,
  { gateway, before, now }: { gateway: string; before: Date; now: Date },
): Promise<{ id: string; paise: number } | null> =>
  (
    await sql<{ id: string; paise: number }>`
      update disputes set asked_at = ${now} where id = (select id from disputes
        where gateway = ${gateway} and status in ('open', 'under_review') and coalesce(asked_at, created_at) <= ${before}
        order by coalesce(asked_at, created_at), id limit 1 for update skip locked)
      returning gateway_dispute_id as id, paise::float8 as paise`.execute(db)
  ).rows[0] ?? null

export type ListedDispute = DisputeRow & { title: string | null; buyer_name: string | null; gateway_payment_id: string }

export const findDispute = async (db: Queryable, id: string): Promise<DisputeRow | null> =>
  (await sql<DisputeRow>`select ${COLUMNS} from disputes d where d.id = ${id}`.execute(db)).rows[0] ?? null

/** Three days, then one, before they are to be answered; each once. */
export const takeNearing = async (tx: Queryable, now: Date): Promise<(DisputeRow & { told_days: number })[]> =>
  (
    await sql<DisputeRow & { told_days: number }>`
      with near as (
        select id, case when respond_by <= ${now}::timestamptz + interval '1 day' then 1 else 3 end as days from disputes
        where status = 'open' and respond_by > ${now} and respond_by <= ${now}::timestamptz + interval '3 days'
          and not exists (select 1 from dispute_evidence e where e.dispute_id = disputes.id and e.state in ('submitted', 'accepted'))
      )
      update disputes d set told_days = near.days from near
      where d.id = near.id and (d.told_days is null or d.told_days > near.days) returning ${COLUMNS}, d.told_days`.execute(
      tx,
    )
  ).rows

interface Which {
  limit: number
  offset: number
  seller?: UserId
  id?: string
}

export async function listDisputes(
  db: Queryable,
  { limit, offset, seller, id }: Which,
): Promise<{ rows: ListedDispute[]; total: number }> {
  const where = sql`(${seller ?? null}::uuid is null or d.seller_id = ${seller ?? null}) and (${id ?? null}::uuid is null or d.id = ${id ?? null})`
  const [found, counted] = await Promise.all([
    sql<ListedDispute>`
      select ${COLUMNS}, o.title, u.display_name as buyer_name, p.gateway_payment_id from disputes d
      join payments p on p.id = d.payment_id left join orders o on o.id = d.order_id left join users u on u.id = d.buyer_id where ${where}
      order by (d.status in ('open', 'under_review')) desc, d.created_at desc, d.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total from disputes d where ${where}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
