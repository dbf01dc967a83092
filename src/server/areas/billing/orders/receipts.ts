/** Telling buyers what became of their money, in the transaction that decided it. */

import { notify } from '#server/areas/accounts/accounts.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import { findBuyer, type OrderRow } from './orders.store.ts'

const hrefOf = (order: Pick<OrderRow, 'id'>): string => `/payments/${order.id}`

/** The receipt: a mail; who waits on the page sees it there. */
export async function sendReceipt(
  tx: Queryable,
  deps: Pick<Paying, 'publicUrl' | 'brand'>,
  order: OrderRow,
): Promise<void> {
  const buyer = await findBuyer(tx, order.user_id)
  if (!buyer?.email.includes('@')) return
  const title = quoteLine(order.title)
  const { name } = deps.brand()
  await queueTemplatedMail(tx, {
    to: buyer.email,
    kind: 'receipt',
    values: { brand: name, title, amount: rupees(order.amount_paise) },
    body: [
      order.amount_paise === 0 ? 'There was nothing to pay.' : `${name} has received your payment.`,
      '',
      `For: ${title}`,
      ...(order.coupon_code === null ? [] : [`Code ${order.coupon_code}: ${rupees(order.off_paise)} off`]),
      `Amount: ${rupees(order.amount_paise)}${order.purpose === 'credits' ? '' : ' (GST included)'}`,
      `Receipt: ${order.receipt}`,
      ...(order.gateway === 'test' && order.amount_paise > 0 ? ['This was a test payment: no money was charged.'] : []),
      '',
      `${deps.publicUrl}${hrefOf(order)}`,
    ].join('\n'),
  })
}

export async function notifyRefunded(tx: Queryable, order: OrderRow, paise: number, reason: string): Promise<void> {
  if ((await findBuyer(tx, order.user_id)) === null) return
  await notify(tx, order.user_id, {
    kind: 'payment',
    title: `${rupees(paise)} for “${order.title}” will be refunded`,
    message: `${reason}. The refund uses the original payment method.`,
    href: hrefOf(order),
  })
}
