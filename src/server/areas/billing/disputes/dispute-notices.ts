/** Telling admins and the seller of disputes, in the transaction that changes them: both can add to the evidence. */

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

/** @param what happened to the payment, as its title ends */
export const notifyStep = (tx: Queryable, row: DisputeRow, order: Order, what: string): Promise<void> =>
  notifyParties(tx, row, { title: `A payment of ${rupees(row.paise)} ${what}`, message: order?.title ?? row.reason })

const day = (time: Date): string =>
  `${time.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })} IST`

export const notifySentBack = (
  tx: Queryable,
  row: Told & Pick<DisputeRow, 'respond_by' | 'reason'>,
  order: Order,
): Promise<void> =>
  notifyParties(tx, row, {
    title: 'A disputed payment needs better evidence',
    message: `${order?.title ?? row.reason}: the bank sent the evidence back. Update it and submit it again${row.respond_by === null ? '' : ` by ${day(row.respond_by)}`}.`,
  })

/** About a payment in another currency, which is in no book. */
export const notifyForeignDispute = (tx: Queryable, { payment_id }: GatewayDispute): Promise<void> =>
  notify(tx, 'admins', {
    kind: 'refund',
    title: 'A payment in another currency is disputed',
    message: `${payment_id}: answer it at the payment gateway.`,
    href: '/admin/payments?tab=disputes',
  })
