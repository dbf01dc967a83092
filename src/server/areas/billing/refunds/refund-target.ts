/** What a refund is of: an order that was paid through the gateway, or a sale that was paid with credits. */

import { REFUND_DAYS } from '#contract/billing/payment-values.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { takeBackSale } from '#server/areas/billing/charges/take-back-sale.ts'
import { lockOrder, noteRefunded } from '#server/areas/billing/orders/orders.store.ts'
import { refundDays } from '#server/areas/billing/orders/refund-days.ts'
import { purposeOf } from '#server/areas/billing/purposes/purpose-registry.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './refunds.store.ts'

export interface Named {
  order_id?: string | undefined
  sale_id?: string | undefined
  /** The paid run of a sale. */
  execution_id?: string | undefined
}

export interface Target {
  order_id: string | null
  sale_id: string | null
  payment_id: string | null
  buyer_id: UserId
  seller_id: UserId | null
  title: string
  /** Not given back yet. */
  left_paise: number
  /** Null for an order that was never paid. */
  paid_at: Date | null
  days: number
  to_credits: boolean
  /** Takes what was bought back, in the transaction of the decision. */
  takeBack(tx: Queryable, key: string, paise: number): Promise<void>
}

/** Locked: refunds of one thing are decided one after the other. @throws not_found */
export async function lockTarget(tx: Queryable, { order_id, sale_id, execution_id }: Named): Promise<Target> {
  if ([order_id, sale_id, execution_id].filter((id) => id !== undefined).length !== 1)
    throw fieldError('order_id', 'Enter one of: an order, a sale or a run')
  if (order_id !== undefined) return orderTarget(tx, order_id)
  const sale = await store.findSale(tx, { id: sale_id ?? null, execution_id: execution_id ?? null })
  if (!sale) throw new AppError('not_found')
  return sale.order_id === null ? saleTarget(sale) : orderTarget(tx, sale.order_id)
}

async function orderTarget(tx: Queryable, id: string): Promise<Target> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('not_found')
  const { paid_at, user_id: buyer_id } = order
  const left = await purposeOf(order.purpose).leftOf(tx, order, order.refunded_paise + order.lost_paise)
  return {
    order_id: id,
    sale_id: null,
    payment_id: order.payment_id,
    buyer_id,
    seller_id: await store.findSellerOf(tx, id),
    title: order.title,
    left_paise: Math.max(0, left),
    paid_at,
    days: refundDays(order),
    to_credits: false,
    async takeBack(within, key, paise) {
      await purposeOf(order.purpose).takeBack(within, order, { key, paise })
      await noteRefunded(within, id, order.refunded_paise + paise)
    },
  }
}

const saleTarget = (sale: store.SaleRow): Target => ({
  order_id: null,
  sale_id: sale.id,
  payment_id: null,
  buyer_id: sale.buyer_id,
  seller_id: sale.seller_id,
  title: sale.title,
  left_paise: sale.gross_paise - sale.refunded_paise,
  paid_at: sale.created_at,
  days: REFUND_DAYS.run,
  to_credits: true,
  async takeBack(within, key, paise) {
    await takeBackSale(within, { key, sale: sale.id, paise, to: { account: 'credits', owner: sale.buyer_id } })
  },
})

/** Asked once it is known whose it is: a stranger does not learn that an order is there. @throws illegal_transition when nothing was paid */
export function paidAt({ paid_at }: Target): Date {
  if (paid_at === null) throw new AppError('illegal_transition', { message: 'Nothing was paid.' })
  return paid_at
}

/** What the gateway pays back at least (razorpay.com/docs/api/refunds), and what leaves a credit note with whole paise of tax. */
const LEAST_PAISE = 100

/** @throws illegal_transition when nothing is left; invalid_input (`paise`) when it is more than that, or too little */
export function refundSum({ left_paise }: Target, wanted: number | undefined): number {
  if (left_paise < LEAST_PAISE)
    throw new AppError('illegal_transition', {
      message: 'There’s nothing left to refund: it was refunded, spent, or credited to an upgrade.',
    })
  const paise = wanted ?? left_paise
  if (paise > left_paise) throw fieldError('paise', 'More than the refundable amount')
  const rest = left_paise - paise
  if (paise < LEAST_PAISE || (rest > 0 && rest < LEAST_PAISE))
    throw fieldError('paise', 'Refund at least ₹1, and leave nothing or at least ₹1')
  return paise
}
