/** The SQL of payouts on their way through RazorpayX. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { PayoutId, TRANSFER_STATES } from '#contract/selling/payouts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface TransferRow {
  id: string
  payout_id: PayoutId
  round: number
  paise: number
  fund_account_id: string | null
  mode: string | null
  gateway_payout_id: string | null
  state: (typeof TRANSFER_STATES)[number]
  reason: string | null
  utr: string | null
  fee_paise: number
  attempts: number
  next_try_at: Date
  created_at: Date
}

const COLUMNS = sql.raw(
  `t.id, t.payout_id, t.round, t.paise::float8 as paise, t.fund_account_id, t.mode, t.gateway_payout_id, t.state, t.reason, t.utr,
  t.fee_paise::float8 as fee_paise, t.attempts, t.next_try_at, t.created_at`,
)

export async function insertTransfer(
  tx: Queryable,
  transfer: Pick<TransferRow, 'payout_id' | 'round' | 'paise'> & { now: Date },
): Promise<void> {
  const { payout_id, round, paise, now } = transfer
  await sql`insert into payout_transfers (payout_id, round, paise, next_try_at, created_at)
    values (${payout_id}, ${round}, ${paise}, ${now}, ${now})`.execute(tx)
}

/** Takes what is to be made, or looked at again, at the gateway for `lease_s` seconds, past what other processes are taking. */
export const takeDue = async (db: Queryable, now: Date, limit: number, lease_s: number): Promise<TransferRow[]> =>
  (
    await sql<TransferRow>`
      update payout_transfers t set attempts = attempts + 1, next_try_at = ${now}::timestamptz + make_interval(secs => ${lease_s})
      where id in (select id from payout_transfers
        where state in ('waiting', 'pending', 'queued', 'scheduled', 'processing') and next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked) returning ${COLUMNS}`.execute(db)
  ).rows

/**
 * Claims, until `again`, what was paid since `paid_from` and made before: it may still come back, and no list of what was made since then
 * tells that.
 */
export const takePaidLate = async (
  db: Queryable,
  { paid_from, now, again, limit }: { paid_from: Date; now: Date; again: Date; limit: number },
): Promise<TransferRow[]> =>
  (
    await sql<TransferRow>`
      update payout_transfers t set next_try_at = ${again} where id in (select id from payout_transfers
        where state = 'processed' and updated_at > ${paid_from} and created_at <= ${paid_from} and next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked) returning ${COLUMNS}`.execute(db)
  ).rows

/** What others give as a reference there need not be a number of ours. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Its gateway's number, or ours; locked. */
export const lockTransfer = async (
  tx: Queryable,
  { gateway_id, id }: { gateway_id: string; id: string | null },
): Promise<TransferRow | null> =>
  (
    await sql<TransferRow>`select ${COLUMNS} from payout_transfers t
      where t.gateway_payout_id = ${gateway_id} or t.id = ${id !== null && UUID.test(id) ? id : null}::uuid limit 1 for update of t`.execute(
      tx,
    )
  ).rows[0] ?? null

/** The request to the gateway is stored before it is sent, and does not change. */
export async function noteAsked(
  db: Queryable,
  id: string,
  { fund_account_id, mode }: { fund_account_id: string; mode: string },
): Promise<void> {
  await sql`update payout_transfers set fund_account_id = coalesce(fund_account_id, ${fund_account_id}), mode = coalesce(mode, ${mode})
    where id = ${id}`.execute(db)
}

export async function storeState(
  tx: Queryable,
  id: string,
  given: Pick<TransferRow, 'state' | 'reason' | 'utr' | 'fee_paise'> & { gateway_payout_id: string | null; now: Date },
): Promise<void> {
  const { state, reason, utr, fee_paise, gateway_payout_id, now } = given
  await sql`update payout_transfers set state = ${state}, reason = ${reason}, utr = coalesce(${utr}, utr), fee_paise = ${fee_paise},
    gateway_payout_id = coalesce(gateway_payout_id, ${gateway_payout_id}), updated_at = ${now} where id = ${id}`.execute(
    tx,
  )
}

export async function postponeTransfer(db: Queryable, id: string, next: Date, reason: string | null): Promise<void> {
  await sql`update payout_transfers set next_try_at = ${next}, reason = coalesce(${reason}, reason) where id = ${id}`.execute(
    db,
  )
}

/** The newest of each payout. */
export async function findTransfers(db: Queryable, payouts: readonly string[]): Promise<Map<string, TransferRow>> {
  if (payouts.length === 0) return new Map()
  const { rows } = await sql<TransferRow>`
    select distinct on (t.payout_id) ${COLUMNS} from payout_transfers t where t.payout_id = any(${payouts}::uuid[])
    order by t.payout_id, t.round desc`.execute(db)
  return new Map(rows.map((row) => [row.payout_id, row]))
}

export const findContact = async (db: Queryable, seller: UserId, account: string): Promise<string | null> =>
  (
    await sql<{ contact_id: string }>`select contact_id from payout_contacts
      where seller_id = ${seller} and account_number = ${account}`.execute(db)
  ).rows[0]?.contact_id ?? null

export async function insertContact(db: Queryable, seller: UserId, account: string, contact: string): Promise<void> {
  await sql`insert into payout_contacts (seller_id, account_number, contact_id) values (${seller}, ${account}, ${contact})
    on conflict do nothing`.execute(db)
}
