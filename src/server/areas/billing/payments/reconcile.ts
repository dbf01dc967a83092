/**
 * Our books against the gateway's: what webhooks missed is made up for, and what does not agree is reported. Everything is taken over by
 * the same verbs as a webhook, so a look more changes nothing.
 */
import type { Json } from '#contract/core/primitives.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { takeDispute } from '#server/areas/billing/disputes/sync-disputes.ts'
import { createAttempts } from '#server/areas/billing/gateway/attempts.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import * as payments from '#server/areas/billing/orders/payments.store.ts'
import { takeRefund } from '#server/areas/billing/refunds/send.ts'
import type { Listed } from '#server/gateways/payments/client.ts'
import type { GatewayPayment } from '#server/gateways/payments/entities.ts'
import { insertReconciliation } from './reconciliations.store.ts'
import { takePayment } from './take-payment.ts'
import { checkUndecided } from './undecided.ts'

/**
 * - `missed_payment`, `missed_refund`, `missed_dispute`: the gateway knew it and we did not; repaired, unless applying
 * it failed, which
 * the log records.
 * - `unclaimed_payment`: a payment without an order of ours. - `foreign_refund`: refunded at the gateway itself.
 * - `other_amount`: our amount differs. - `unknown_payment`: we recorded a payment that the gateway does not know. -
 * `unreadable`: the gateway
 * lists something that does not match its documentation.
 */
export type DifferenceKind =
  | 'missed_payment'
  | 'missed_refund'
  | 'missed_dispute'
  | 'unclaimed_payment'
  | 'foreign_refund'
  | 'other_amount'
  | 'unknown_payment'
  | 'unreadable'

export interface Difference {
  kind: DifferenceKind
  /** The gateway's number. */
  id: string
  paise: number
  repaired: boolean
}

export interface Report {
  since: Date
  until: Date
  payments: number
  refunds: number
  disputes: number
  differences: Difference[]
}

/** @throws GatewayUnreachable; what was repaired until then stays */
export async function reconcile(deps: Paying, since: Date, until: Date): Promise<Report> {
  const { gateway } = deps
  const attempt = createAttempts(deps)
  // Before the lists: what cannot be read in one of them keeps nothing from being asked about.
  const differences: Difference[] = (await checkUndecided(deps, attempt)).map((one) => ({ ...one, repaired: true }))
  const theirs = await gateway.paymentsSince(since, until)
  for (const payment of theirs.items) {
    const missed = { kind: 'missed_payment', id: payment.id, paise: payment.amount, repaired: false } as const
    differences.push(...((await attempt(payment.id, () => comparePayment(deps, payment))) ?? [missed]))
  }
  differences.push(...(await unknownPayments(deps, theirs, since, until)))
  const refunds = await gateway.refundsSince(since, until)
  for (const refund of refunds.items) {
    const { id, amount: paise } = refund
    const taken = await attempt(id, () => takeRefund(deps, refund))
    if (taken !== false) differences.push({ kind: 'missed_refund', id, paise, repaired: taken === true })
    // One that failed moved nothing; ours may have been sent again since.
    else if (refund.status !== 'failed' && !(await payments.isOurRefund(deps.db, id)))
      differences.push({ kind: 'foreign_refund', id, paise, repaired: false })
  }
  const disputes = await gateway.disputesSince(since, until)
  for (const dispute of disputes.items) {
    const { id } = dispute
    const taken = await attempt(id, () => takeDispute(deps, dispute))
    const paise = 'amount' in dispute ? dispute.amount : 0
    if (taken !== false) differences.push({ kind: 'missed_dispute', id, paise, repaired: taken === true })
  }
  for (const { unreadable } of [theirs, refunds, disputes])
    differences.push(...unreadable.map((id): Difference => ({ kind: 'unreadable', id, paise: 0, repaired: false })))
  return {
    since,
    until,
    payments: theirs.items.length,
    refunds: refunds.items.length,
    disputes: disputes.items.length,
    differences,
  }
}

async function comparePayment(deps: Paying, payment: GatewayPayment): Promise<Difference[]> {
  const { id, amount: paise } = payment
  const known = await payments.findPayment(deps.db, deps.gateway.name, id)
  if (known && known.amount_paise !== paise) return [{ kind: 'other_amount', id, paise, repaired: false }]
  if (known?.status === 'refunded' && payment.status === 'captured')
    await payments.noteRefundFailed(deps.db, deps.gateway.name, id)
  const taken = await takePayment(deps, payment)
  if (taken === 'unchanged') return []
  if (taken === 'unclaimed') return [{ kind: 'unclaimed_payment', id, paise, repaired: false }]
  return [{ kind: 'missed_payment', id, paise, repaired: true }]
}

/** What we hold for captured and the gateway does not list. */
async function unknownPayments(
  { db, gateway }: Paying,
  theirs: Listed<typeof GatewayPayment>,
  since: Date,
  until: Date,
): Promise<Difference[]> {
  const listed = new Set([...theirs.items.map(({ id }) => id), ...theirs.unreadable])
  const ours = await payments.findCaptured(db, gateway.name, since, until)
  return ours
    .filter(({ gateway_payment_id }) => !listed.has(gateway_payment_id))
    .map(({ gateway_payment_id, amount_paise }) => ({
      kind: 'unknown_payment',
      id: gateway_payment_id,
      paise: amount_paise,
      repaired: false,
    }))
}

const asJson = (differences: readonly Difference[]): Json => differences.map((one) => ({ ...one }))

/** Compares, and keeps the report where there is something to say, or when it is asked for. */
export async function reconcileAndReport(
  deps: Paying,
  { since, until, always }: { since: Date; until: Date; always: boolean },
): Promise<Report> {
  const report = await reconcile(deps, since, until)
  const { differences } = report
  if (!always && differences.length === 0) return report
  const open = differences.filter(({ repaired }) => !repaired)
  await deps.db.transaction().execute(async (tx) => {
    await insertReconciliation(tx, {
      ...report,
      gateway: deps.gateway.name,
      repaired: differences.length - open.length,
      differences: asJson(differences),
    })
    if (open.length > 0)
      await notify(tx, 'admins', {
        kind: 'payment',
        title: `${open.length} ${open.length === 1 ? 'difference' : 'differences'} between our books and the payment gateway`,
        message: open.map(({ kind, id }) => `${kind.replace('_', ' ')}: ${id}`).join(', '),
        href: '/admin/payments?tab=reconciliation',
        group: 'reconciliation',
      })
  })
  return report
}
