/**
 * Using a coupon. A use is held with the order, taken when it is paid, and released when it is not paid in time. The
 * price of an order is fixed: an order whose use was released but is paid after all (its payment was started in time,
 * and the bank confirmed it late) takes a use again; if none is left, it goes beyond the limit and the issuer is
 * notified.
 */

import type { CouponPeriod, CouponState } from '#contract/billing/coupon-values.ts'
import { type AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say } from '#contract/phrases/phrases.ts'
import { notify, personKey } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { couponStateOf } from './coupons.policy.ts'
import { type CouponRow, findByCode, lockCoupon } from './coupons.store.ts'
import { applyDiscount } from './discount.ts'
import * as store from './redeem.store.ts'

/** What is bought, as coupons see it. */
export interface Sold {
  /** Null: the platform, which sells plans. */
  seller_id: UserId | null
  /** The id of the agent or of the plan. */
  item: string
  period: CouponPeriod
}

export interface Presented {
  code: string
  /** The input that a refusal names. */
  field: string
  buyer: UserId
  /** `personOf` the buyer. */
  person: string
  secret: string
  /** Null for what takes no codes. */
  sold: Sold | null
  /** The price without it. */
  paise: number
  now: Date
}

export interface Discount {
  coupon: Pick<CouponRow, 'id' | 'code' | 'once'>
  off_paise: number
  /** What is left to pay: 0, or at least ₹1. */
  amount_paise: number
}

/**
 * The same error for a code that doesn't exist, belongs to another seller, is paused, or doesn't apply: guessing learns
 * nothing from it.
 */
export const NOT_HERE = 'This code isn’t valid here. Check the spelling and what it’s for.'
export const USED = 'You’ve already used this code.'
const SAID: Record<Exclude<CouponState, 'active'>, string> = {
  coming: NOT_HERE,
  paused: NOT_HERE,
  // What is worth nothing any more may be known.
  used_up: 'This code has been used up.',
  over: 'This code has ended.',
  ended: 'This code has ended.',
}

const isFor = ({ items, periods }: CouponRow, { item, period }: Sold): boolean =>
  (items === null || items.includes(item)) && (periods === null || periods.includes(period))

/** @throws invalid_input (`field`) */
export function refuseState(row: CouponRow, field: string, now: Date): void {
  const state = couponStateOf(row, now)
  if (state !== 'active') throw fieldError(field, SAID[state])
}

/** Also under another account of the same mailbox. @throws invalid_input (`field`) */
export async function refuseSeller(
  db: Queryable,
  seller: UserId,
  { buyer, person, secret, field }: Pick<Presented, 'buyer' | 'person' | 'secret' | 'field'>,
): Promise<void> {
  const giver = await store.findEmail(db, seller)
  const isTheirs = buyer === seller || (giver !== null && personKey(secret, giver) === person)
  if (isTheirs) throw fieldError(field, 'You can’t use your own codes.')
}

/** The discount of the code. @throws invalid_input (`field`) with a text for its holder */
export async function findDiscount(db: Queryable, asked: Presented): Promise<Discount> {
  const { field, sold, paise, now } = asked
  const refuse = (words: string): AppError => fieldError(field, words)
  if (sold === null) throw refuse('Codes can be used only for a new plan or an agent.')
  const row = await findByCode(db, sold.seller_id, asked.code)
  if (row === null || row.runs !== null || !isFor(row, sold)) throw refuse(NOT_HERE)
  const mine = await store.findOfPerson(db, row.id, asked)
  // An order of one's own that waits for its payment is let go when the next one is made.
  if (mine.some(({ once, state, user_id }) => (state === 'held' ? user_id !== asked.buyer : once))) throw refuse(USED)
  const isMine = mine.some(({ state }) => state === 'held')
  if (!(isMine && couponStateOf(row, now) === 'used_up')) refuseState(row, field, now)
  if (row.seller_id !== null) await refuseSeller(db, row.seller_id, asked)
  if (paise < row.least_paise) throw refuse(`This code is only for purchases of ${rupees(row.least_paise)} or more.`)
  if (row.first_only && (await store.hasBought(db, { ...asked, seller_id: row.seller_id })))
    throw refuse(
      row.seller_id === null
        ? 'This code is only for a first plan.'
        : 'This code is only for a first purchase from this seller.',
    )
  return { coupon: row, ...applyDiscount(paise, row) }
}

/** In the transaction that makes the order. @throws invalid_input (`field`) when it cannot be used any more */
export async function holdPlace(tx: Queryable, order: string, { coupon }: Discount, asked: Presented): Promise<void> {
  const row = await lockCoupon(tx, coupon.id)
  if (!row) throw fieldError(asked.field, NOT_HERE)
  refuseState(row, asked.field, asked.now)
  const place = {
    order_id: order,
    coupon_id: row.id,
    person_key: asked.person,
    once: row.once,
    now: asked.now,
  }
  if (!(await store.insertRedemption(tx, place))) throw fieldError(asked.field, USED)
}

/** In the transaction that ends the order, which is locked. One that has no coupon is left alone. */
export async function releasePlace(tx: Queryable, order: string): Promise<void> {
  const row = await store.findRedemption(tx, order)
  if (row?.state === 'held') await store.setState(tx, order, 'freed')
}

/** In the transaction that notes that the order is paid, which is locked. One that has no coupon is left alone. */
export async function takePlace(tx: Queryable, order: string): Promise<void> {
  const row = await store.findRedemption(tx, order)
  if (row === null || row.state === 'taken' || row.state === 'beyond') return
  if (row.state === 'held') return store.setState(tx, order, 'taken')
  const coupon = await lockCoupon(tx, row.coupon_id)
  if (coupon === null) throw new Error('The coupon of the order is missing')
  const others = await store.findOfPerson(tx, row.coupon_id, { buyer: row.user_id, person: row.person_key })
  const isFree = coupon.most === null || coupon.redeemed < coupon.most
  const isFirst = !row.once || others.every(({ state }) => state === 'beyond')
  if (isFree && isFirst) return store.setState(tx, order, 'taken')
  await store.setState(tx, order, 'beyond')
  await tellBeyond(tx, coupon)
}

async function tellBeyond(tx: Queryable, { seller_id, code, most }: CouponRow): Promise<void> {
  if (seller_id === null) return
  await notify(tx, seller_id, {
    kind: 'sale',
    title: say('{code} was used once more than its limit', { code }),
    message:
      most === null
        ? say(
            'The same person placed the order in time, and the bank confirmed the payment late. The price of the order still applies.',
          )
        : say(
            'A buyer placed the order in time, and the bank confirmed the payment late. The price of the order still applies.',
          ),
    href: '/seller/coupons',
  })
}
