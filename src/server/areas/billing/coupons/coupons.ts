/** Making coupons, looking at what came of them, and ending them. Using one is `redeem.ts`. */
import { COUPON_LIMITS } from '#contract/billing/coupon-values.ts'
import type { Coupon, CouponGift, NewCoupon } from '#contract/billing/coupons.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { type ChangeGrant, couponAbilities, couponStateOf, type GiveGrant } from './coupons.policy.ts'
import * as store from './coupons.store.ts'

const giftOf = ({ percent, off_paise, runs }: store.CouponRow): CouponGift =>
  runs !== null
    ? { type: 'runs', runs }
    : percent !== null
      ? { type: 'percent', percent }
      : { type: 'amount', paise: off_paise ?? 0 }

const UNUSED: Omit<store.Used, 'coupon_id'> = { reserved: 0, redeemed: 0, beyond: 0, given_paise: 0, paid_paise: 0 }

/** All of one owner. */
async function present(db: Queryable, rows: readonly store.CouponRow[], now: Date): Promise<Coupon[]> {
  const owner = rows[0]?.seller_id ?? null
  const [used, items] = await Promise.all([
    store.findUsed(
      db,
      rows.map(({ id }) => id),
    ),
    store.findItems(
      db,
      owner,
      rows.flatMap((row) => row.items ?? []),
    ),
  ])
  const named = new Map(items.map(({ id, name, slug }) => [id, { id, name, slug }]))
  return rows.map((row) => {
    const orders = used.get(row.id) ?? UNUSED
    const { reserved, beyond, given_paise, paid_paise } = orders
    // Those of free runs are not ordered.
    const redeemed = row.runs === null ? orders.redeemed : row.redeemed
    return {
      id: row.id,
      code: row.code,
      gives: giftOf(row),
      // One that is there no more keeps its place, so that "two agents" does not become "all".
      items: row.items?.map((id) => named.get(id) ?? { id, name: 'No longer there', slug: null }) ?? null,
      periods: row.periods,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
      most: row.most,
      once_per_person: row.once,
      least_paise: row.least_paise,
      first_purchase: row.first_only,
      note: row.note,
      state: couponStateOf(row, now),
      ...{ reserved, redeemed, beyond, given_paise, paid_paise },
      created_at: row.created_at.toISOString(),
      abilities: couponAbilities(row, now),
    }
  })
}

async function presentOne(db: Queryable, id: string, now: Date): Promise<Coupon> {
  const row = await store.findCoupon(db, id)
  const [coupon] = row ? await present(db, [row], now) : []
  if (!coupon) throw new AppError('not_found')
  return coupon
}

/** Those that have not ended first, then the newest. */
export async function listCoupons(db: Queryable, { on }: GiveGrant, page: { limit: number; offset: number }) {
  const { rows, total } = await store.findPage(db, on.seller_id, page)
  return { items: await present(db, rows, new Date()), total, ...page }
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Free runs are of one agent, once per person, and not bought: nothing else can be asked of them. @throws invalid_input */
function refuseRuns(
  { items, periods, once_per_person, least_paise }: NewCoupon,
  own: boolean,
  agent: store.ItemRow | null,
): void {
  if (!own) throw fieldError('gives.type', 'Free runs are only for agents, not for plans')
  if (items?.length !== 1) throw fieldError('items', 'Choose the agent for the free runs')
  if (agent?.price_type !== 'per_run') throw fieldError('items', 'This agent isn’t sold per run')
  if (periods !== null) throw fieldError('periods', 'Free runs have no billing period')
  if (!once_per_person) throw fieldError('once_per_person', 'Free runs can be used once per person')
  if (least_paise > 0) throw fieldError('least_paise', 'Free runs have no minimum price')
}

/** @throws invalid_input naming what is not one's own, or a time that does not go */
async function checked(tx: Queryable, { on }: GiveGrant, asked: NewCoupon, now: Date): Promise<store.NewRow> {
  const { gives } = asked
  const starts_at = dateOf(asked.starts_at) ?? now
  const ends_at = dateOf(asked.ends_at)
  if (ends_at !== null && ends_at <= starts_at) throw fieldError('ends_at', 'The last day is before the first day')
  if (ends_at !== null && ends_at <= now) throw fieldError('ends_at', 'This time is in the past')
  const items = asked.items && [...new Set(asked.items)]
  const found = items && (await store.findItems(tx, on.seller_id, items))
  if (found && found.length < items.length)
    throw fieldError('items', on.seller_id === null ? 'This plan doesn’t exist' : 'This isn’t one of your agents')
  const own = on.seller_id !== null
  if (gives.type === 'runs') refuseRuns(asked, own, found?.[0] ?? null)
  if (asked.periods?.includes(own ? 'yearly' : 'once'))
    throw fieldError('periods', own ? 'Agents aren’t sold yearly' : 'Plans aren’t sold one-time')
  return {
    seller_id: on.seller_id,
    code: asked.code,
    percent: gives.type === 'percent' ? gives.percent : null,
    off_paise: gives.type === 'amount' ? gives.paise : null,
    runs: gives.type === 'runs' ? gives.runs : null,
    items,
    periods: asked.periods && [...new Set(asked.periods)],
    starts_at,
    ends_at,
    most: asked.most,
    once: asked.once_per_person,
    least_paise: asked.least_paise,
    first_only: asked.first_purchase,
    note: asked.note,
    created_by: on.by,
  }
}

const audit = (tx: Queryable, by: UserId, verb: string, id: string, details: object) =>
  insertAudit(tx, { actor_id: by, action: `coupon.${verb}`, target_id: id, reason: null, details: { ...details } })

/** @throws already_exists (`code`), limit_reached, invalid_input */
export function createCoupon(db: Database, grant: GiveGrant, asked: NewCoupon): Promise<Coupon> {
  const now = new Date()
  return db.transaction().execute(async (tx) => {
    const row = await checked(tx, grant, asked, now)
    if ((await store.countOpen(tx, row.seller_id)) >= COUPON_LIMITS.open)
      throw new AppError('limit_reached', {
        message: `You can have up to ${COUPON_LIMITS.open} open coupons. End some first.`,
      })
    const id = await store.insertCoupon(tx, row)
    if (id === null) throw fieldError('code', 'You have a coupon with this code. End it first.', 'already_exists')
    const { scope: _, ...given } = asked
    await audit(tx, grant.on.by, 'create', id, given)
    return presentOne(tx, id, now)
  })
}

export type CouponChange = 'pause' | 'resume' | 'end'

/** Orders that have it keep it. @throws not_found, illegal_transition */
export function changeCoupon(db: Database, { on }: ChangeGrant, change: CouponChange): Promise<Coupon> {
  const now = new Date()
  return db.transaction().execute(async (tx) => {
    const row = await store.lockCoupon(tx, on.id)
    if (!row) throw new AppError('not_found')
    const ability = couponAbilities(row, now)[change]
    if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? undefined })
    if (change === 'end') await store.endCoupon(tx, on.id, now)
    else await store.setPaused(tx, on.id, change === 'pause' ? now : null)
    await audit(tx, on.by, change, on.id, { code: row.code })
    return presentOne(tx, on.id, now)
  })
}
