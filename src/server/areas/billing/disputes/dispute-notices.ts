/** Telling admins and the seller of disputes, in the transaction that changes them: both can add to the evidence. */

import type { DisputeStatus } from '#contract/billing/payment-values.ts'
import { sayOrderTitle } from '#contract/phrases/order-title.ts'
import { type Phrase, type PhraseText, say, sayTime, verbatim } from '#contract/phrases/phrases.ts'
import { notify, type Telling } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import type { GatewayDispute } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DisputeRow } from './disputes.store.ts'

type Told = Pick<DisputeRow, 'id' | 'seller_id'>
type Order = Pick<OrderRow, 'title'> | null

/** Admins, and the seller of what was paid. */
export async function notifyParties(
  tx: Queryable,
  { id, seller_id }: Told,
  telling: Pick<Telling, 'title' | 'message' | 'group'>,
): Promise<void> {
  await notify(tx, 'admins', { kind: 'refund', ...telling, href: `/admin/payments?tab=disputes&dispute=${id}` })
  if (seller_id !== null)
    await notify(tx, seller_id, { kind: 'refund', ...telling, href: `/seller/refunds?dispute=${id}` })
}

/** What happened to the payment. */
const STEPS = {
  open: 'A payment of {amount} is disputed',
  under_review: 'The evidence about a payment of {amount} is under review',
  won: 'A payment of {amount} was won',
  lost: 'A payment of {amount} was lost',
  closed: 'A payment of {amount} was closed',
} as const satisfies Record<DisputeStatus, PhraseText>

export const notifyStep = (tx: Queryable, row: DisputeRow, order: Order, step: DisputeStatus): Promise<void> =>
  notifyParties(tx, row, { title: say(STEPS[step], { amount: rupees(row.paise) }), message: subjectOf(order, row) })

const subjectOf = (order: Order, { reason }: Pick<DisputeRow, 'reason'>): Phrase =>
  order ? sayOrderTitle(order.title) : verbatim(reason)

export const notifySentBack = (
  tx: Queryable,
  row: Told & Pick<DisputeRow, 'respond_by' | 'reason'>,
  order: Order,
): Promise<void> =>
  notifyParties(tx, row, {
    title: say('A disputed payment needs better evidence'),
    message:
      row.respond_by === null
        ? say('{payment}: the bank sent the evidence back. Update it and submit it again.', {
            payment: subjectOf(order, row),
          })
        : say('{payment}: the bank sent the evidence back. Update it and submit it again by {time}.', {
            payment: subjectOf(order, row),
            time: sayTime(row.respond_by),
          }),
  })

/** About a payment in another currency, which is in no book. */
export const notifyForeignDispute = (tx: Queryable, { payment_id }: GatewayDispute): Promise<void> =>
  notify(tx, 'admins', {
    kind: 'refund',
    title: 'A payment in another currency is disputed',
    message: `${payment_id}: answer it at the payment gateway.`,
    href: '/admin/payments?tab=disputes',
  })
