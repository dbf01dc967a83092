/** The SQL of renewals and mandates. */
import { type RawBuilder, sql } from 'kysely'
import type { Billing } from '#contract/billing/subscriptions.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface RenewalRow {
  id: string
  subscription_id: string
  version_id: string
  plan_id: string
  plan_name: string
  billing: Billing
  period_start: Date
  period_end: Date
  amount_paise: number
  status: 'announced' | 'due' | 'paid' | 'dropped'
  announced_at: Date
  attempts: number
  next_attempt_at: Date
  charging_order_id: string | null
}

const columns = sql`r.id, r.subscription_id, r.version_id, v.plan_id, v.name as plan_name, r.billing, r.period_start, r.period_end,
  r.amount_paise, r.status, r.announced_at, r.attempts, r.next_attempt_at, r.charging_order_id`

async function find(db: Queryable, rest: RawBuilder<unknown>): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`
    select ${columns} from renewals r join plan_versions v on v.id = r.version_id ${rest}`.execute(db)
  return rows
}

const isOpen = sql`r.status in ('announced', 'due')`

/** The one that is to be paid next. */
export const findOpen = async (db: Queryable, subscription: string): Promise<RenewalRow | null> =>
  (await find(db, sql`where r.subscription_id = ${subscription} and ${isOpen}`))[0] ?? null

export type NewRenewal = Pick<
  RenewalRow,
  | 'subscription_id'
  | 'version_id'
  | 'billing'
  | 'period_start'
  | 'period_end'
  | 'amount_paise'
  | 'announced_at'
  | 'next_attempt_at'
>

/** Announces a period, again if the announcement was dropped. */
export async function announceRenewal(tx: Queryable, r: NewRenewal): Promise<void> {
  await sql`
    insert into renewals (subscription_id, version_id, billing, period_start, period_end, amount_paise, announced_at, next_attempt_at)
    values (${r.subscription_id}, ${r.version_id}, ${r.billing}, ${r.period_start}, ${r.period_end}, ${r.amount_paise},
      ${r.announced_at}, ${r.next_attempt_at})
    on conflict (subscription_id, period_start) do update set
      version_id = excluded.version_id, billing = excluded.billing, period_end = excluded.period_end,
      amount_paise = excluded.amount_paise, status = 'announced', announced_at = excluded.announced_at, attempts = 0,
      next_attempt_at = excluded.next_attempt_at, charging_order_id = null
    where renewals.status = 'dropped'`.execute(tx)
}

export type RenewalChange = Partial<
  Pick<RenewalRow, 'status' | 'attempts' | 'next_attempt_at' | 'charging_order_id'> & { paid_order_id: string | null }
>

export async function updateRenewal(tx: Queryable, id: string, change: RenewalChange): Promise<void> {
  await tx.updateTable('renewals').set(change).where('id', '=', id).execute()
}

/** What was announced is not asked for any more. */
export async function dropOpenRenewal(tx: Queryable, subscription: string): Promise<void> {
  await sql`
    update renewals r set status = 'dropped', charging_order_id = null where r.subscription_id = ${subscription} and ${isOpen}`.execute(
    tx,
  )
}

/** The open one that this payment is for. */
export async function settleOpenRenewal(
  tx: Queryable,
  subscription: string,
  { period_start, order }: { period_start: Date; order: string },
): Promise<void> {
  await sql`
    update renewals r set status = 'paid', paid_order_id = ${order}, charging_order_id = null
    where r.subscription_id = ${subscription} and r.period_start = ${period_start} and r.status <> 'paid'`.execute(tx)
}

export interface MandateRow {
  id: string
  gateway: string
  customer_id: string
  token_id: string
  method: string
  max_paise: number
  /** Null: as long as its holder likes. */
  expires_at: Date | null
}

/** The newest one that is still valid. */
export async function findMandate(db: Queryable, user: UserId, now: Date): Promise<MandateRow | null> {
  const { rows } = await sql<MandateRow>`
    select id, gateway, customer_id, token_id, method, max_paise, expires_at from mandates
    where user_id = ${user} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function insertMandate(
  tx: Queryable,
  mandate: Omit<MandateRow, 'id'> & { user_id: UserId },
): Promise<void> {
  // One bank is asked: an older permission has no use any more.
  await sql`update mandates set revoked_at = now()
    where user_id = ${mandate.user_id} and revoked_at is null and token_id <> ${mandate.token_id}`.execute(tx)
  await sql`
    insert into mandates (user_id, gateway, customer_id, token_id, method, max_paise, expires_at)
    values (${mandate.user_id}, ${mandate.gateway}, ${mandate.customer_id}, ${mandate.token_id}, ${mandate.method},
      ${mandate.max_paise}, ${mandate.expires_at}) on conflict do nothing`.execute(tx)
}

/** Its holder, or their bank, has ended it. @returns false when it did not stand */
export async function revokeMandate(db: Queryable, gateway: string, token: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update mandates set revoked_at = ${now}
    where gateway = ${gateway} and token_id = ${token} and revoked_at is null returning 1`.execute(db)
  return rows.length > 0
}

/** Standing ones that the gateway was not asked about since `before`. */
export const findToLookAt = async (
  db: Queryable,
  { gateway, before, limit }: { gateway: string; before: Date; limit: number },
): Promise<MandateRow[]> =>
  (
    await sql<MandateRow>`
      select id, gateway, customer_id, token_id, method, max_paise, expires_at from mandates
      where gateway = ${gateway} and revoked_at is null and (looked_at is null or looked_at < ${before})
      order by looked_at nulls first limit ${limit}`.execute(db)
  ).rows

/** @param looked_at when it counts as asked about */
export async function noteLooked(db: Queryable, id: string, looked_at: Date): Promise<void> {
  await sql`update mandates set looked_at = ${looked_at} where id = ${id}`.execute(db)
}

export async function noteTerms(
  db: Queryable,
  id: string,
  { max_paise, expires_at, now }: { max_paise: number; expires_at: Date | null; now: Date },
): Promise<void> {
  await sql`update mandates set max_paise = ${max_paise}, expires_at = ${expires_at}, looked_at = ${now} where id = ${id}`.execute(
    db,
  )
}

/** Nothing is charged to them any more. */
export async function revokeMandates(tx: Queryable, user: UserId, now: Date): Promise<void> {
  await sql`update mandates set revoked_at = ${now} where user_id = ${user} and revoked_at is null`.execute(tx)
}

/** Whose mandate it is, as the gateway is told. */
export async function findHolder(db: Queryable, user: UserId): Promise<{ email: string; display_name: string } | null> {
  const { rows } = await sql<{ email: string; display_name: string }>`
    select email::text as email, display_name from users where id = ${user}`.execute(db)
  return rows[0] ?? null
}
