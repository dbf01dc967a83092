/** Telling buyers, sellers and admins of refunds, in the transaction that changes them. */
import type { UserId } from '#contract/core/primitives.ts'
import { sayOrderTitle } from '#contract/phrases/order-title.ts'
import { changed, joined, say, verbatim } from '#contract/phrases/phrases.ts'
import { notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import { findBuyer } from '#server/areas/billing/orders/orders.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { RefundRow } from './refunds.store.ts'

const hrefOf = ({ order_id }: RefundRow): string => (order_id === null ? '/payments' : `/payments/${order_id}`)
const group = ({ id }: RefundRow): string => `refund:${id}`

export async function notifyRefundRequested(tx: Queryable, refund: RefundRow): Promise<void> {
  const telling = {
    kind: 'refund',
    title: say('Refund request: {amount} for “{title}”', {
      amount: rupees(refund.paise),
      title: sayOrderTitle(refund.title),
    }),
    message: verbatim(refund.reason),
    group: group(refund),
  } as const
  if (refund.seller_id !== null) await notify(tx, refund.seller_id, { ...telling, href: '/seller/refunds' })
  else await notify(tx, 'admins', { ...telling, href: '/admin/payments' })
}

export async function notifyRefundEscalated(tx: Queryable, refund: RefundRow): Promise<void> {
  await notify(tx, 'admins', {
    kind: 'refund',
    title: `A refund of “${refund.title}” is waiting for an answer`,
    message: 'The seller hasn’t answered in time.',
    href: '/admin/payments',
    group: group(refund),
  })
}

/** The buyer is told the decision, and its request is settled. */
export async function notifyRefundDecided(tx: Queryable, refund: RefundRow): Promise<void> {
  await settleNotices(tx, [group(refund)])
  if (refund.buyer_id === null) return
  const of = { amount: rupees(refund.paise), title: sayOrderTitle(refund.title) }
  const given = refund.to_credits
    ? say('{amount} for “{title}” was returned to your credits', of)
    : say('{amount} for “{title}” is being refunded', of)
  const title = refund.status === 'declined' ? say('Your refund of “{title}” was declined', of) : given
  await notify(tx, refund.buyer_id, {
    kind: 'refund',
    title,
    message: verbatim(refund.decision_reason ?? ''),
    href: hrefOf(refund),
  })
  if (refund.seller_id !== null && refund.decided_by !== refund.seller_id && refund.status !== 'declined')
    await tellSeller(tx, refund.seller_id, refund)
}

const tellSeller = (tx: Queryable, seller: UserId, refund: RefundRow) =>
  notify(tx, seller, {
    kind: 'refund',
    title: say('{amount} for “{title}” was refunded', {
      amount: rupees(refund.paise),
      title: sayOrderTitle(refund.title),
    }),
    message: verbatim(refund.decision_reason ?? refund.reason),
    href: '/seller/refunds',
  })

export async function notifyRefundProcessed(
  tx: Queryable,
  { publicUrl, brand }: Pick<Paying, 'publicUrl' | 'brand'>,
  refund: RefundRow,
): Promise<void> {
  const buyer = refund.buyer_id === null ? null : await findBuyer(tx, refund.buyer_id)
  if (!buyer?.email.includes('@')) return
  const title = changed(sayOrderTitle(refund.title), quoteLine)
  const { name } = brand()
  await queueTemplatedMail(tx, {
    to: buyer.email,
    kind: 'refund',
    values: { brand: name, title, amount: rupees(refund.paise) },
    body: joined(
      [
        say('{brand} has refunded {amount} for {title} to the original payment method.', {
          brand: name,
          amount: rupees(refund.paise),
          title,
        }),
        say('It usually appears on your bank statement within 5 to 7 working days.'),
        '',
        `${publicUrl}${hrefOf(refund)}`,
      ],
      '\n',
    ),
  })
}
