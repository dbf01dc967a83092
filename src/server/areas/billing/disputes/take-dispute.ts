/**
 * A bank takes a payment back on its customer's word. The gateway withholds the money until the dispute is decided: won, it comes back;
 * lost, refunds that have not left are settled with it, what was bought is taken back as far as that goes, and the rest is a loss of the
 * platform. Decided once; before that the bank may send evidence back for better, more than once.
 */
import { AppError } from '#contract/core/errors.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { findSaleOfOrder } from '#server/areas/billing/charges/charges.store.ts'
import { holdSale } from '#server/areas/billing/charges/hold-sale.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import type { LedgerLine } from '#server/areas/billing/ledger/accounts.ts'
import { balanceOf, postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { lockOrder, noteRefunded, type OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import { findPayment } from '#server/areas/billing/orders/payments.store.ts'
import { purposeOf } from '#server/areas/billing/purposes/purpose-registry.ts'
import { endRefund, lockUnsent, noteSettled } from '#server/areas/billing/refunds/refunds.store.ts'
import type { GatewayDispute } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { notifyForeignDispute, notifySentBack, notifyStep } from './dispute-notices.ts'
import * as store from './disputes.store.ts'
import { findEvidence, sendBack } from './evidence.store.ts'

/** A dispute as it was here before the gateway was asked about it; null when it was not known. */
export type Seen = Pick<store.DisputeRow, 'status' | 'respond_by' | 'times_sent_back'> | null

export const isDecided = (status: GatewayDispute['status']): boolean => status !== 'open' && status !== 'under_review'

interface Taking {
  dispute: GatewayDispute
  seen: Seen
  /** Whether what was bought is taken back. */
  taking: boolean
}

/**
 * @returns whether something was new; null when the dispute is not as seen any more, so that what was said may be older than what is
 *   known. @throws not_found for a payment we have not taken over
 */
export async function take(
  tx: Queryable,
  deps: Pick<Paying, 'gateway' | 'now'>,
  { dispute, seen, taking }: Taking,
): Promise<boolean | null> {
  const gateway = deps.gateway.name
  const found = await findPayment(tx, gateway, dispute.payment_id)
  if (!found) throw new AppError('not_found')
  // Before the dispute itself, as refunds lock it: two decisions about one order never wait for each other.
  const order = found.order_id === null ? null : await lockOrder(tx, found.order_id)
  const now = deps.now()
  const { row, opened } = await store.openDispute(tx, { gateway, dispute, payment: found, now })
  if (!opened && !isDecided(dispute.status) && hasChanged(seen, row)) return null
  const isInBooks = found.currency === LIMITS.payment_currency
  // Another payment of the order, which is refunded automatically, paid for nothing that could be taken back.
  const paidOrder = order?.payment_id === found.id ? order : null
  if (opened) await (isInBooks ? withhold(tx, row, { order, paidOrder, now }) : notifyForeignDispute(tx, dispute))
  if (isDecided(row.status)) return opened
  if (!isDecided(dispute.status)) return (await follow(tx, row, { dispute, order, now })) || opened
  const lost = isInBooks ? await decide(tx, row, dispute.status, { order: paidOrder, taking, now }) : {}
  await store.setDispute(tx, row.id, { status: dispute.status, decided_at: now, ...lost })
  if (isInBooks) await notifyStep(tx, row, order, dispute.status)
  return true
}

const hasChanged = (seen: Seen, row: store.DisputeRow): boolean =>
  seen?.status !== row.status || seen.times_sent_back !== row.times_sent_back

/** An undecided dispute: handed to the bank, sent back by it, or with another day to respond by. @returns whether something is new */
async function follow(
  tx: Queryable,
  row: store.DisputeRow,
  { dispute, order, now }: { dispute: GatewayDispute; order: OrderRow | null; now: Date },
): Promise<boolean> {
  const { status } = dispute
  const respond_by = dispute.respond_by ?? row.respond_by
  const hasNewDay = respond_by?.getTime() !== row.respond_by?.getTime()
  if (hasNewDay) await store.setRespondBy(tx, row.id, respond_by)
  if (status === 'open' && (row.status === 'under_review' || (hasNewDay && (await isSubmitted(tx, row.id))))) {
    await store.reopenDispute(tx, row.id)
    await sendBack(tx, row.id, now)
    await notifySentBack(tx, { ...row, respond_by }, order)
    return true
  }
  if (status === row.status) return hasNewDay
  await store.setDispute(tx, row.id, { status, decided_at: null })
  return true
}

/** Whether it was submitted from here, and nobody has heard yet that the bank reviews it. */
async function isSubmitted(tx: Queryable, dispute: string): Promise<boolean> {
  const { state } = await findEvidence(tx, dispute)
  return state === 'submitting' || state === 'submitted'
}

/** What the books say of a decision. @returns what was taken back and lost of a lost one */
async function decide(
  tx: Queryable,
  row: store.DisputeRow,
  status: GatewayDispute['status'],
  losing: Parameters<typeof lose>[2],
): Promise<Partial<Pick<store.DisputeRow, 'back_paise' | 'loss_paise'>>> {
  if (status === 'lost') return lose(tx, row, losing)
  await giveBack(tx, row)
  return {}
}

const moved = (tx: Queryable, row: store.DisputeRow, what: string, lines: readonly LedgerLine[]) =>
  postToLedger(tx, {
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
  await notifyStep(tx, row, order, 'open')
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
    if (part === left) await endRefund(tx, id, 'processed', now, 'The bank refunded it in a dispute.')
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
