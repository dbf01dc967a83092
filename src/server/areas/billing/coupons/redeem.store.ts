/** The SQL of using coupons: places among those that a code is for. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { addressOfPerson } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type RedemptionState = 'held' | 'taken' | 'beyond' | 'freed'

export interface RedemptionRow {
  order_id: string
  coupon_id: string
  person_key: string
  once: boolean
  state: RedemptionState
  /** Whose order it is. */
  user_id: UserId
}

const COLUMNS = sql.raw('r.order_id, r.coupon_id, r.person_key, r.once, r.state, o.user_id')

/** What a person has of a coupon and has not given up: also what the account took before it confirmed its address. */
export const findOfPerson = async (
  db: Queryable,
  coupon: string,
  { buyer, person }: { buyer: UserId; person: string },
): Promise<RedemptionRow[]> =>
  (
    await sql<RedemptionRow>`select ${COLUMNS} from coupon_redemptions r join orders o on o.id = r.order_id
      where r.coupon_id = ${coupon} and r.state <> 'freed' and (r.person_key = ${person}
        or r.order_id = any(array(select id from orders where user_id = ${buyer} and coupon_id = ${coupon})))`.execute(
      db,
    )
  ).rows

/** Takes a place; the coupon is locked and has one. @returns false when the person holds one already */
export async function insertRedemption(
  tx: Queryable,
  { order_id, coupon_id, person_key, once, now }: Omit<RedemptionRow, 'state' | 'user_id'> & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into coupon_redemptions (order_id, coupon_id, person_key, once, state, created_at)
    values (${order_id}, ${coupon_id}, ${person_key}, ${once}, 'held', ${now}) on conflict do nothing returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Locked, because its order is. */
export const findRedemption = async (tx: Queryable, order: string): Promise<RedemptionRow | null> =>
  (
    await sql<RedemptionRow>`select ${COLUMNS} from coupon_redemptions r join orders o on o.id = r.order_id
      where r.order_id = ${order}`.execute(tx)
  ).rows[0] ?? null

export async function setState(tx: Queryable, order: string, state: RedemptionState): Promise<void> {
  await sql`update coupon_redemptions set state = ${state} where order_id = ${order}`.execute(tx)
}

/** Of the person, or of who made the workspace. */
export const findEmail = async (db: Queryable, user: UserId): Promise<string | null> =>
  (await sql<{ email: string }>`select ${addressOfPerson('u')} as email from users u where u.id = ${user}`.execute(db))
    .rows[0]?.email ?? null

/** Whether a person, under this account or an earlier one, has bought of a seller; or has had a paid plan. */
export async function hasBought(
  db: Queryable,
  { buyer, person, seller_id }: { buyer: UserId; person: string; seller_id: UserId | null },
): Promise<boolean> {
  const theirs = sql`o.status = 'paid' and (o.user_id = ${buyer} or o.person_key = ${person})`
  const { rows } =
    seller_id === null
      ? await sql`select 1 from orders o where o.purpose = 'plan' and ${theirs} limit 1`.execute(db)
      : await sql`
          select 1 from orders o join agents a on a.id::text = o.subject ->> 'agent_id'
          where o.purpose = 'agent' and a.seller_id = ${seller_id} and ${theirs}
          union all select 1 from sales s where s.buyer_id = ${buyer} and s.seller_id = ${seller_id} limit 1`.execute(
          db,
        )
  return rows.length > 0
}

/** Whether a person has had the runs of a code; it is locked. */
export async function hasRuns(tx: Queryable, coupon: string, person: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from coupon_runs where coupon_id = ${coupon} and person_key = ${person}`.execute(tx)
  return rows.length > 0
}

export async function insertRuns(
  tx: Queryable,
  { coupon_id, person_key, now }: Pick<RedemptionRow, 'coupon_id' | 'person_key'> & { now: Date },
): Promise<void> {
  await sql`insert into coupon_runs (coupon_id, person_key, created_at) values (${coupon_id}, ${person_key}, ${now})`.execute(
    tx,
  )
}
