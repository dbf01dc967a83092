/** Asking for money back, deciding, giving it unasked. The books move in the transaction that decides; the gateway follows. */

import { REFUND_ANSWER_DAYS } from '#contract/billing/payment-values.ts'
import type { Refund } from '#contract/billing/refunds.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { settleNotices } from '#server/areas/accounts/accounts.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { findOpenDisputes } from '#server/areas/billing/orders/payments.store.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { DAY_MS } from '#shared/time.ts'
import { listRefunds, presentRefund } from './present.ts'
import { notifyRefundDecided, notifyRefundRequested } from './refund-notices.ts'
import { lockTarget, type Named, paidAt, refundSum, type Target } from './refund-target.ts'
import * as policy from './refunds.policy.ts'
import * as store from './refunds.store.ts'

type Own = Grant<'refund.own', UserId>
interface Asking extends Named {
  paise?: number | undefined
  reason: string
}

async function insert(
  tx: Queryable,
  target: Target,
  given: { paise: number; reason: string; origin: store.RefundRow['origin']; now: Date },
): Promise<store.RefundRow> {
  const { order_id, sale_id, payment_id, buyer_id, seller_id, title, to_credits } = target
  const id = uuidv7()
  const { now, ...rest } = given
  const answer_by = new Date(now.getTime() + REFUND_ANSWER_DAYS * DAY_MS)
  const row = { id, order_id, sale_id, payment_id, buyer_id, seller_id, title, to_credits, ...rest }
  if (!(await store.insertRefund(tx, { ...row, created_at: now, answer_by })))
    throw new AppError('illegal_transition', { message: 'A request for it is already waiting for a decision.' })
  const made = await store.findRefund(tx, id)
  if (!made) throw new Error('Refund missing after insert')
  return made
}

const bySelf = ({ by }: Own): UserCaller => {
  if (by.type !== 'user') throw new AppError('unauthenticated')
  return by
}

/** @throws not_found; illegal_transition: too late, asked already, nothing left; invalid_input */
export function requestRefund(
  db: Database,
  grant: Own,
  { paise, reason, ...named }: Asking,
  now: Date,
): Promise<Refund> {
  return db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, named)
    if (target.buyer_id !== grant.on) throw new AppError('not_found')
    if (now.getTime() > paidAt(target).getTime() + target.days * DAY_MS)
      throw new AppError('illegal_transition', {
        message: `You can request a refund within ${target.days} days of paying.`,
      })
    const refund = await insert(tx, target, { paise: refundSum(target, paise), reason, origin: 'buyer', now })
    await notifyRefundRequested(tx, refund)
    return presentRefund(tx, refund, bySelf(grant))
  })
}

/** @throws not_found, illegal_transition */
export function withdrawRefund(db: Database, grant: Own, id: string, now: Date): Promise<Refund> {
  return db.transaction().execute(async (tx) => {
    const refund = await store.lockRefund(tx, id)
    if (refund?.buyer_id !== grant.on) throw new AppError('not_found')
    if (refund.status !== 'requested') throw new AppError('illegal_transition', { message: 'It was already answered.' })
    await store.storeDecision(tx, id, { status: 'withdrawn', paise: refund.paise, by: grant.on, reason: null, now })
    await settleNotices(tx, [`refund:${id}`])
    return again(tx, id, bySelf(grant))
  })
}

async function again(tx: Queryable, id: string, by: UserCaller): Promise<Refund> {
  const refund = await store.findRefund(tx, id)
  if (!refund) throw new AppError('not_found')
  return presentRefund(tx, refund, by)
}

const userOf = (caller: Caller): UserCaller => {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return caller
}

/**
 * What sellers give back comes out of what they have here: after a payout the platform would pay for them, which an admin decides.
 * @throws illegal_transition
 */
async function checkCover(tx: Queryable, seller: UserId): Promise<void> {
  const [payable, held] = [await balanceOf(tx, 'earnings', seller), await balanceOf(tx, 'earnings_held', seller)]
  if (payable + held < 0)
    throw new AppError('illegal_transition', {
      message: 'Your earnings don’t cover your share. An admin will decide on this refund.',
    })
}

/** What is approved is taken back now; to credits it is there at once. */
async function approve(
  tx: Queryable,
  refund: store.RefundRow,
  target: Target,
  grant: Grant<'refund.decide', store.RefundRow> | Grant<'refund.give', policy.Parties>,
  { paise, reason, now }: { paise: number; reason: string | null; now: Date },
): Promise<void> {
  const by = userOf(grant.by)
  // Locked with the order: a dispute that comes meanwhile waits, and then finds what is left.
  if (target.order_id !== null && (await findOpenDisputes(tx, [target.order_id])).size > 0)
    throw new AppError('illegal_transition', {
      message: 'The buyer’s bank is deciding on this payment. A refund now would pay the buyer twice.',
    })
  // Before anything of theirs moves: two at the same moment are not covered by the same earnings.
  if (by.id === target.seller_id) await lockOwner(tx, by.id)
  await target.takeBack(tx, refund.id, paise)
  if (by.id === target.seller_id) await checkCover(tx, by.id)
  const status = refund.to_credits ? 'processed' : 'approved'
  await store.storeDecision(tx, refund.id, { status, paise, by: by.id, reason, now })
  await insertAudit(tx, {
    actor_id: by.id,
    action: 'refund.approve',
    target_id: target.buyer_id,
    reason,
    details: { refund_id: refund.id, paise },
  })
}

/** @throws not_found, forbidden (one's own), illegal_transition, insufficient_credits, invalid_input */
export function decideRefund(
  db: Database,
  caller: Caller,
  id: string,
  decision: { approve: boolean; paise?: number | undefined; reason: string },
  now: Date,
): Promise<Refund> {
  const by = userOf(caller)
  const reason = decision.reason || null
  return db.transaction().execute(async (tx) => {
    const found = await store.findRefund(tx, id)
    if (!found) throw new AppError('not_found')
    // Before what it is of is looked at: a stranger learns nothing of that.
    policy.mayDecide(by, found)
    // The thing first, then the request: the order that everything locks in.
    const target = await lockTarget(tx, namedBy(found))
    const refund = (await store.lockRefund(tx, id)) ?? found
    const grant = policy.mayDecide(by, refund)
    paidAt(target)
    if (decision.approve) {
      const wanted = decision.paise ?? Math.min(refund.paise, target.left_paise)
      await approve(tx, refund, target, grant, { paise: refundSum(target, wanted), reason, now })
    } else {
      if (reason === null) throw new AppError('invalid_input', { problems: [{ message: 'Say why', field: 'reason' }] })
      await store.storeDecision(tx, id, { status: 'declined', paise: refund.paise, by: by.id, reason, now })
      const details = { refund_id: id, paise: refund.paise }
      await insertAudit(tx, { actor_id: by.id, action: 'refund.decline', target_id: target.buyer_id, reason, details })
    }
    const decided = await store.findRefund(tx, id)
    if (decided) await notifyRefundDecided(tx, decided)
    return again(tx, id, by)
  })
}

const namedBy = ({ order_id, sale_id }: store.RefundRow): Named =>
  order_id === null ? { sale_id: sale_id ?? undefined } : { order_id }

/** @throws not_found, illegal_transition, insufficient_credits, invalid_input */
export function grantRefund(
  db: Database,
  caller: Caller,
  { paise, reason, ...named }: Asking,
  now: Date,
): Promise<Refund> {
  const by = userOf(caller)
  return db.transaction().execute(async (tx) => {
    const target = await lockTarget(tx, named)
    const grant = policy.mayGive(by, target)
    paidAt(target)
    const origin = by.id === target.seller_id ? 'seller' : 'admin'
    const sum = refundSum(target, paise)
    const refund = await insert(tx, target, { paise: sum, reason, origin, now })
    await approve(tx, refund, target, grant, { paise: sum, reason, now })
    const decided = await store.findRefund(tx, refund.id)
    if (decided) await notifyRefundDecided(tx, decided)
    return again(tx, refund.id, by)
  })
}

/** @throws not_found, illegal_transition */
export function retryRefund(
  db: Database,
  grant: Grant<'refund.administer', UserId>,
  id: string,
  now: Date,
): Promise<Refund> {
  const by = userOf(grant.by)
  return db.transaction().execute(async (tx) => {
    const refund = await store.lockRefund(tx, id)
    if (!refund) throw new AppError('not_found')
    const ability = policy.retryAbility(by, refund)
    if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? 'It didn’t fail.' })
    await store.sendAgain(tx, id, now)
    const details = { refund_id: id, paise: refund.paise }
    await insertAudit(tx, {
      actor_id: by.id,
      action: 'refund.retry',
      target_id: refund.buyer_id ?? id,
      reason: null,
      details,
    })
    return again(tx, id, by)
  })
}

type Query = Parameters<typeof listRefunds>[2]

export const listOwn = (db: Queryable, grant: Own, as: 'buyer' | 'seller', query: Query) =>
  listRefunds(db, as === 'buyer' ? { buyer: grant.on } : { seller: grant.on }, query, bySelf(grant))

export const listAll = (db: Queryable, { by }: Grant<'refund.administer', UserId>, query: Query) =>
  listRefunds(db, { all: true }, query, userOf(by))
