/** The SQL of coupons. */
import { type RawBuilder, sql } from 'kysely'
import type { CouponPeriod } from '#contract/billing/coupon-values.ts'
import type { CouponId } from '#contract/billing/coupons.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface CouponRow {
  id: CouponId
  /** Null: the platform. */
  seller_id: UserId | null
  code: string
  percent: number | null
  off_paise: number | null
  /** Free runs of the one agent in `items`. */
  runs: number | null
  items: string[] | null
  periods: CouponPeriod[] | null
  starts_at: Date
  ends_at: Date | null
  most: number | null
  once: boolean
  least_paise: number
  first_only: boolean
  note: string
  paused_at: Date | null
  ended_at: Date | null
  /** Reserved and taken. */
  redeemed: number
  created_at: Date
}

const COLUMNS =
  sql.raw(`c.id, c.seller_id, c.code, c.percent, c.off_paise::float8 as off_paise, c.runs, c.items, c.periods, c.starts_at, c.ends_at,
  c.most, c.once, c.least_paise::float8 as least_paise, c.first_only, c.note, c.paused_at, c.ended_at, c.redeemed, c.created_at`)

const find = async (db: Queryable, rest: RawBuilder<unknown>): Promise<CouponRow[]> =>
  (await sql<CouponRow>`select ${COLUMNS} from coupons c ${rest}`.execute(db)).rows

export const findCoupon = async (db: Queryable, id: string): Promise<CouponRow | null> =>
  (await find(db, sql`where c.id = ${id}`))[0] ?? null

/** Locked until the transaction ends: places are given by one at a time. */
export const lockCoupon = async (tx: Queryable, id: string): Promise<CouponRow | null> =>
  (await find(tx, sql`where c.id = ${id} for no key update`))[0] ?? null

/** By its code among those of a seller, or of the platform: the one that has not ended, else the last that had this code. */
export const findByCode = async (db: Queryable, seller: UserId | null, code: string): Promise<CouponRow | null> =>
  (
    await find(
      db,
      sql`where c.seller_id is not distinct from ${seller} and c.code = ${code}
        order by c.ended_at desc nulls first limit 1`,
    )
  )[0] ?? null

export type NewRow = Omit<CouponRow, 'id' | 'paused_at' | 'ended_at' | 'redeemed' | 'created_at'> & {
  created_by: UserId
}

/** @returns its id; null when one with this code has not ended */
export async function insertCoupon(tx: Queryable, row: NewRow): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into coupons (seller_id, code, percent, off_paise, runs, items, periods, starts_at, ends_at, most, once, least_paise, first_only,
      note, created_by)
    values (${row.seller_id}, ${row.code}, ${row.percent}, ${row.off_paise}, ${row.runs}, ${row.items && sql.val(row.items)}::text[],
      ${row.periods && sql.val(row.periods)}::text[], ${row.starts_at}, ${row.ends_at}, ${row.most}, ${row.once}, ${row.least_paise},
      ${row.first_only}, ${row.note}, ${row.created_by})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Of an owner, those that have not ended. */
export async function countOpen(tx: Queryable, seller: UserId | null): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from coupons where seller_id is not distinct from ${seller} and ended_at is null`.execute(
    tx,
  )
  return rows[0]?.open ?? 0
}

export async function findPage(
  db: Queryable,
  seller: UserId | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CouponRow[]; total: number }> {
  const where = sql`where c.seller_id is not distinct from ${seller}`
  const [rows, counted] = await Promise.all([
    find(
      db,
      sql`${where} order by (c.ended_at is null) desc, c.created_at desc, c.id desc limit ${limit} offset ${offset}`,
    ),
    sql<{ total: number }>`select count(*)::int as total from coupons c ${where}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function setPaused(tx: Queryable, id: string, at: Date | null): Promise<void> {
  await sql`update coupons set paused_at = ${at} where id = ${id}`.execute(tx)
}

export async function endCoupon(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`update coupons set ended_at = ${at} where id = ${id}`.execute(tx)
}

export interface Used {
  coupon_id: string
  reserved: number
  redeemed: number
  beyond: number
  given_paise: number
  paid_paise: number
}

/** What came of each. A refund takes its part of what was given, too. */
export async function findUsed(db: Queryable, coupons: readonly string[]): Promise<Map<string, Used>> {
  if (coupons.length === 0) return new Map()
  const { rows } = await sql<Used>`
    select r.coupon_id, count(*) filter (where r.state = 'held')::int as reserved,
      count(*) filter (where r.state in ('taken', 'beyond'))::int as redeemed,
      count(*) filter (where r.state = 'beyond')::int as beyond,
      coalesce(sum(case when o.amount_paise = 0 then o.off_paise
        else round(o.off_paise * (o.amount_paise - o.refunded_paise)::numeric / o.amount_paise) end) filter (where o.status = 'paid'), 0)::float8
        as given_paise,
      coalesce(sum(o.amount_paise - o.refunded_paise) filter (where o.status = 'paid'), 0)::float8 as paid_paise
    from coupon_redemptions r join orders o on o.id = r.order_id
    where r.coupon_id = any(${coupons}::uuid[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.coupon_id, row]))
}

export interface ItemRow {
  id: string
  name: string
  slug: string | null
  /** Null for a plan. */
  price_type: string | null
}

/** Of a seller their agents, of the platform its plans: those of these ids. Others are not found. */
export async function findItems(db: Queryable, seller: UserId | null, ids: readonly string[]): Promise<ItemRow[]> {
  if (ids.length === 0) return []
  const { rows } =
    seller === null
      ? await sql<ItemRow>`
          select distinct on (v.plan_id) v.plan_id as id, v.name, null as slug, null as price_type from plan_versions v
          where v.plan_id = any(${sql.val([...ids])}::text[]) order by v.plan_id, v.number desc`.execute(db)
      : await sql<ItemRow>`
          select a.id::text as id, a.name, a.slug, a.price_type from agents a
          where a.seller_id = ${seller} and a.id::text = any(${sql.val([...ids])}::text[])`.execute(db)
  return rows
}
