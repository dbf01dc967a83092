/** Telling buyers what became of their money, in the transaction that decided it. */

import { sayOrderTitle } from '#contract/phrases/order-title.ts'
import { changed, joined, say, translated } from '#contract/phrases/phrases.ts'
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
  const title = changed(sayOrderTitle(order.title), quoteLine)
  const { name } = deps.brand()
  const amount = rupees(order.amount_paise)
  await queueTemplatedMail(tx, {
    to: buyer.email,
    kind: 'receipt',
    values: { brand: name, title, amount },
    body: joined(
      [
        order.amount_paise === 0
          ? say('There was nothing to pay.')
          : say('{brand} has received your payment.', { brand: name }),
        '',
        say('For: {title}', { title }),
        ...(order.coupon_code === null
          ? []
          : [say('Code {code}: {amount} off', { code: order.coupon_code, amount: rupees(order.off_paise) })]),
        order.purpose === 'credits'
          ? say('Amount: {amount}', { amount })
          : say('Amount: {amount} (GST included)', { amount }),
        say('Receipt: {receipt}', { receipt: order.receipt }),
        ...(order.gateway === 'test' && order.amount_paise > 0
          ? [say('This was a test payment: no money was charged.')]
          : []),
        '',
        `${deps.publicUrl}${hrefOf(order)}`,
      ],
      '\n',
    ),
  })
}

export async function notifyRefunded(tx: Queryable, order: OrderRow, paise: number, reason: string): Promise<void> {
  if ((await findBuyer(tx, order.user_id)) === null) return
  await notify(tx, order.user_id, {
    kind: 'payment',
    title: say('{amount} for “{title}” will be refunded', {
      amount: rupees(paise),
      title: sayOrderTitle(order.title),
    }),
    message: say('{reason}. The refund uses the original payment method.', {
      reason: translated(reason),
    }),
    href: hrefOf(order),
  })
}
