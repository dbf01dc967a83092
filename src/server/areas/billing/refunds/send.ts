/** Handing decided refunds to the gateway, each once: its number there is its idempotency key. */

import { notify } from '#server/areas/accounts/accounts.ts'
import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { findPaymentById } from '#server/areas/billing/orders/payments.store.ts'
import type { GatewayRefund } from '#server/gateways/payments/entities.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { notifyRefundProcessed } from './refund-notices.ts'
import * as store from './refunds.store.ts'

const BATCH = 20
const LEASE_S = 120
/** Characters of an id at the beginning of a key. */
const UUID = 36

/** Tries again after 1, 2, 4 … minutes, an hour at most. */
const pause = (attempts: number): number => pauseAfter(attempts, { first: MINUTE_MS, longest: HOUR_MS })

/** The same refund, sent again after the gateway said that it failed, is another one there. */
const keyOf = ({ id, round }: store.RefundRow): string => (round === 0 ? id : `${id}-${round}`)

/** What the gateway is asked to pay, in paise: a bank may have given back a part in a dispute. */
const toSend = ({ paise, settled_paise }: store.RefundRow): number => paise - settled_paise

/** @returns how many were handed over */
export async function sendRefunds(deps: Paying): Promise<number> {
  const due = await store.takeToSend(deps.db, deps.now(), BATCH, LEASE_S)
  let sent = 0
  for (const refund of due) if (await sendOne(deps, refund)) sent++
  return sent
}

async function sendOne(deps: Paying, refund: store.RefundRow): Promise<boolean> {
  const { db, gateway, log, now } = deps
  const payment = refund.payment_id === null ? null : await findPaymentById(db, refund.payment_id)
  if (!payment) throw new Error(`Refund ${refund.id} has no payment to refund`)
  try {
    const made = await gateway.refund(payment.gateway_payment_id, { amount: toSend(refund), key: keyOf(refund) })
    await takeRefund(deps, made, refund.id)
    return true
  } catch (error) {
    const words = error instanceof Error ? error.message : 'unknown'
    log.warn({ refund: refund.id, reason: words }, 'a refund could not be handed to the gateway')
    if (isRefusal(error)) await db.transaction().execute((tx) => fail(tx, refund, now(), words))
    else
      await store.noteTried(db, refund.id, { error: words, next: new Date(now().getTime() + pause(refund.attempts)) })
    return false
  }
}

async function fail(tx: Queryable, refund: store.RefundRow, now: Date, words: string): Promise<void> {
  await store.endRefund(tx, refund.id, 'failed', now, words)
  await notify(tx, 'admins', {
    kind: 'payment',
    title: `A refund of “${refund.title}” couldn’t be paid`,
    message: words,
    href: '/admin/payments',
  })
}

/**
 * What the gateway says of a refund, from its answer, a webhook or a look at it.
 * @returns false for one that is not ours or is known
 */
export async function takeRefund(deps: Paying, made: GatewayRefund, known?: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const refund = await store.lockByGatewayRefund(tx, made.id, known ?? made.receipt?.slice(0, UUID) ?? null)
    if (!refund || refund.status === 'processed') return false
    if (refund.status === 'failed' && refund.gateway_refund_id === made.id) return false
    // An attempt before the present one, which failed.
    const isOfThisRound = made.receipt === null || made.receipt === keyOf(refund)
    if (refund.gateway_refund_id === null ? !isOfThisRound : refund.gateway_refund_id !== made.id) return false
    if (refund.gateway_refund_id === null) await store.noteSent(tx, refund.id, made.id)
    if (made.status === 'pending') return refund.gateway_refund_id === null
    if (made.status === 'failed') {
      await fail(tx, refund, deps.now(), 'The bank didn’t accept it')
      return true
    }
    await processed(tx, deps, refund)
    return true
  })
}

/** It has left the gateway. */
async function processed(tx: Queryable, deps: Paying, refund: store.RefundRow): Promise<void> {
  await postToLedger(tx, {
    key: `refund:${refund.id}:sent`,
    kind: 'refund_sent',
    cause: { type: 'refund', id: refund.id },
    lines: [
      { account: 'refunds_due', paise: -toSend(refund) },
      { account: 'gateway', paise: toSend(refund) },
    ],
  })
  await store.endRefund(tx, refund.id, 'processed', deps.now(), null)
  await notifyRefundProcessed(tx, deps, refund)
}
