/**
 * A bank takes a payment back on its customer's word. The gateway withholds the money until the dispute is decided: won, it comes back;
 * lost, refunds that have not left are settled with it, what was bought is taken back as far as that goes, and the rest is a loss of the
 * platform. Decided once.
 */
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Queryable } from '#server/database/database.ts'
import { findSaleOfOrder } from '#server/domain/charges/charges.store.ts'
import { holdSale } from '#server/domain/charges/hold-sale.ts'
import { rupees } from '#server/domain/credits/rupees.ts'
import type { LedgerLine } from '#server/domain/ledger/accounts.ts'
import { balanceOf, post } from '#server/domain/ledger/ledger.ts'
import { notify } from '#server/domain/notifications/notifications.ts'
import { lockOrder, noteRefunded, type OrderRow } from '#server/domain/orders/orders.store.ts'
import type { Paying } from '#server/domain/orders/paying.ts'
import { findPayment } from '#server/domain/orders/payments.store.ts'
import { purposeOf } from '#server/domain/orders/purposes.ts'
import { end as endRefund, lockUnsent, noteSettled } from '#server/domain/refunds/refunds.store.ts'
import type { GatewayDispute } from '#server/gateways/payments/entities.ts'
import * as store from './disputes.store.ts'

const RANK: Record<GatewayDispute['status'], number> = { open: 0, under_review: 1, won: 2, lost: 2, closed: 2 }

/** @returns false when it was known. @throws not_found for a payment we have not taken over */
export async function takeDispute(deps: Paying, dispute: GatewayDispute): Promise<boolean> {
  try {
    return await deps.db.transaction().execute((tx) => take(tx, deps, dispute, true))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    // What was bought cannot be taken back any more: the platform bears it.
    return deps.db.transaction().execute((tx) => take(tx, deps, dispute, false))
  }
}

async function take(tx: Queryable, deps: Paying, dispute: GatewayDispute, taking: boolean): Promise<boolean> {
  const gateway = deps.gateway.name
  const found = await findPayment(tx, gateway, dispute.payment_id)
  if (!found) throw new AppError('not_found')
  // Before the dispute itself, as refunds lock it: two decisions about one order never wait for each other.
  const order = found.order_id === null ? null : await lockOrder(tx, found.order_id)
  const now = deps.now()
  const { row, opened } = await store.openDispute(tx, { gateway, dispute, payment: found, now })
  if (found.currency !== LIMITS.payment_currency) return takeForeign(tx, dispute, { row, opened, now })
  // Another payment of the order, which goes back by itself, paid nothing that could be taken back.
  const paidOrder = order?.payment_id === found.id ? order : null
  if (opened) await withhold(tx, row, { order, paidOrder, now })
  if (RANK[row.status] >= RANK[dispute.status]) return opened
  const ends = RANK[dispute.status] === 2
  const lost = dispute.status === 'lost' ? await lose(tx, row, { order: paidOrder, taking, now }) : {}
  if (dispute.status === 'won' || dispute.status === 'closed') await giveBack(tx, row)
  await store.setDispute(tx, row.id, { status: dispute.status, decided_at: ends ? now : null, ...lost })
  if (ends) await tellAdmins(tx, row, order, `was ${dispute.status}`)
  return true
}

/** About a payment in another currency, which is in no book: admins are told, and nothing moves. */
async function takeForeign(
  tx: Queryable,
  { status, payment_id }: GatewayDispute,
  { row, opened, now }: { row: store.DisputeRow; opened: boolean; now: Date },
): Promise<boolean> {
  const isNew = RANK[row.status] < RANK[status]
  if (isNew) await store.setDispute(tx, row.id, { status, decided_at: RANK[status] === 2 ? now : null })
  if (opened)
    await notify(tx, 'admins', {
      kind: 'refund',
      title: 'A payment in another currency is disputed',
      message: `${payment_id}: answer it at the payment gateway.`,
      href: '/admin/payments?tab=disputes',
    })
  return opened || isNew
}

const moved = (tx: Queryable, row: store.DisputeRow, what: string, lines: readonly LedgerLine[]) =>
  post(tx, {
    key: `dispute:${row.id}:${what}`,
    kind: 'dispute',
    cause: { type: 'dispute', id: row.id },
    lines: lines.filter(({ paise }) => paise !== 0),
  })

async function withhold(
  tx: Queryable,
  row: store.DisputeRow,
  { order, paidOrder, now }: { order: OrderRow | null; paidOrder: OrderRow | null; now: Date },
): Promise<void> {
  const sale = paidOrder && (await findSaleOfOrder(tx, paidOrder.id))
  if (sale) await holdSale(tx, sale, { key: `dispute:${row.id}:held`, now })
  await moved(tx, row, 'opened', [
    { account: 'gateway', paise: row.paise },
    { account: 'disputed', paise: -row.paise },
  ])
  await tellAdmins(tx, row, order, 'is disputed')
}

const giveBack = (tx: Queryable, row: store.DisputeRow) =>
  moved(tx, row, 'won', [
    { account: 'disputed', paise: row.paise },
    { account: 'gateway', paise: -row.paise },
  ])

/**
 * What was decided to go back before the dispute and has not left: the bank has given it back now.
 * @returns how much of what is disputed, in paise
 */
async function settleUnsent(tx: Queryable, row: store.DisputeRow, now: Date): Promise<number> {
  let settled = 0
  for (const { id, paise, settled_paise } of await lockUnsent(tx, row.payment_id)) {
    const left = paise - settled_paise
    const part = Math.min(left, row.paise - settled)
    if (part > 0) await noteSettled(tx, id, part)
    if (part === left) await endRefund(tx, id, 'processed', now, 'The bank gave it back in a dispute.')
    settled += part
  }
  return settled
}

/** @returns what was taken back of what had been bought, and what the platform bears, in paise */
async function lose(
  tx: Queryable,
  row: store.DisputeRow,
  { order, taking, now }: { order: OrderRow | null; taking: boolean; now: Date },
): Promise<Pick<store.DisputeRow, 'back_paise' | 'loss_paise'>> {
  const settled = await settleUnsent(tx, row, now)
  const back = order && taking ? await backOf(tx, row.paise - settled, order) : 0
  if (order && back > 0) {
    await purposeOf(order.purpose).takeBack(tx, order, { key: `dispute:${row.id}`, paise: back })
    await noteRefunded(tx, order.id, order.refunded_paise + back)
  }
  const loss = row.paise - settled - back
  await moved(tx, row, 'lost', [
    { account: 'refunds_due', paise: -settled - back },
    { account: 'losses', paise: -loss },
    { account: 'disputed', paise: row.paise },
  ])
  return { back_paise: back, loss_paise: loss }
}

/** What can be taken back: never more than is left of the order; of credits what is not spent. */
async function backOf(tx: Queryable, paise: number, order: OrderRow): Promise<number> {
  const left = Math.min(paise, order.amount_paise - order.refunded_paise)
  if (order.purpose !== 'credits') return left
  return Math.min(left, await balanceOf(tx, 'credits', order.user_id))
}

const tellAdmins = (tx: Queryable, row: store.DisputeRow, order: OrderRow | null, what: string) =>
  notify(tx, 'admins', {
    kind: 'refund',
    title: `A payment of ${rupees(row.paise)} ${what}`,
    message: order?.title ?? row.reason,
    href: '/admin/payments?tab=disputes',
  })
