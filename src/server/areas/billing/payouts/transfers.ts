/**
 * Payouts through RazorpayX. A transfer is stored, with its reference, before the gateway is asked: after a crash the
 * request is repeated with the same reference, which is paid once. One verb applies the gateway's reports (its answer,
 * a webhook, a poll); states only move forward, so copies and any order change nothing.
 */

import type { TRANSFER_STATES } from '#contract/selling/payouts.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { GatewayPayout, PayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { lockPayout, type PayoutRow } from './payouts.store.ts'
import { endedPayout } from './steps.ts'
import * as store from './transfers.store.ts'

export interface Paying {
  db: Database
  gateway: PayoutGateway
  log: WarningLog
  now(): Date
}

type State = (typeof TRANSFER_STATES)[number]

/** What is paid may still come back; what came back, or never went, stays so: a `failed` one may be called `reversed` later. */
const RANK: Record<State, number> = {
  waiting: 0,
  pending: 1,
  queued: 1,
  scheduled: 1,
  processing: 1,
  processed: 2,
  refused: 3,
  rejected: 3,
  cancelled: 3,
  failed: 3,
  reversed: 4,
}
const isBack = (state: State): boolean => RANK[state] >= RANK.refused

/** A payout under way may pass between these in any order; the last word is shown. */
const isNews = (before: State, now: State): boolean =>
  RANK[now] > RANK[before] || (RANK[now] === RANK.processing && RANK[before] === RANK.processing && now !== before)

const LOOK_AGAIN_MS = 15 * MINUTE_MS

/**
 * What the gateway says of a payout.
 * @returns false for one that is not ours or is known
 */
export function takeTransfer(deps: Paying, said: GatewayPayout): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const transfer = await store.lockTransfer(tx, { gateway_id: said.id, id: said.reference_id })
    if (!transfer) return false
    // Another payout under our number, or another sum: nobody signs that, and nothing is changed by it.
    const isOther = transfer.gateway_payout_id !== null && transfer.gateway_payout_id !== said.id
    if (isOther || said.amount !== transfer.paise || said.currency !== 'INR') {
      deps.log.warn({ transfer: transfer.id, payout: said.id }, 'a payout is not as it was asked for')
      return false
    }
    if (!isNews(transfer.state, said.status)) return false
    const reason = said.status_details?.description ?? said.status_details?.reason ?? null
    await note(tx, deps, transfer, { ...said, reason })
    return true
  })
}

interface Said {
  id: string | null
  status: State
  reason: string | null
  utr: string | null
  fees: number | null
}

async function note(tx: Queryable, deps: Paying, transfer: store.TransferRow, said: Said): Promise<void> {
  const now = deps.now()
  const fee_paise = said.status === 'processed' ? (said.fees ?? 0) : transfer.fee_paise
  await store.storeState(tx, transfer.id, {
    state: said.status,
    reason: said.reason,
    utr: said.utr,
    fee_paise,
    gateway_payout_id: said.id,
    now,
  })
  await store.postponeTransfer(tx, transfer.id, new Date(now.getTime() + LOOK_AGAIN_MS), null)
  const payout = await lockPayout(tx, transfer.payout_id)
  // A round before the present one has ended, and its money is back.
  if (!payout || payout.round !== transfer.round) return
  if (said.status === 'processed' && payout.status === 'sent') {
    await postFee(tx, transfer, fee_paise)
    await endedPayout(tx, null, payout.id, { status: 'paid', reference: said.utr ?? said.id ?? transfer.id })
  } else if (isBack(said.status)) await giveBack(tx, transfer, payout, said)
}

async function giveBack(tx: Queryable, transfer: store.TransferRow, payout: PayoutRow, said: Said): Promise<void> {
  const reference = said.reason ?? `RazorpayX says: ${said.status}`
  if (payout.status === 'paid') {
    await postFee(tx, transfer, -transfer.fee_paise)
    await endedPayout(tx, null, payout.id, { status: 'reversed', reference })
  } else if (payout.status === 'sent') await endedPayout(tx, null, payout.id, { status: 'failed', reference })
  else return
  await notify(tx, 'super_admins', {
    kind: 'payment',
    title: `A payout of ${rupees(payout.paise)} to ${payout.legal_name} ${payout.status === 'paid' ? 'came back' : 'failed'}`,
    message: reference,
    href: `/admin/payouts/${payout.run_id}`,
  })
}

/** What RazorpayX keeps of it, with GST; it gives that back with a payout that comes back. */
async function postFee(tx: Queryable, { id }: store.TransferRow, paise: number): Promise<void> {
  if (paise === 0) return
  await postToLedger(tx, {
    key: `payout_transfer:${id}:fee${paise < 0 ? ':back' : ''}`,
    kind: 'gateway_fee',
    cause: { type: 'payout_transfer', id },
    lines: [
      { account: 'gateway_fees', paise: -paise },
      { account: 'bank', paise },
    ],
  })
}

/** It was never made there: the money goes back. */
export const refuseTransfer = (deps: Paying, { id }: store.TransferRow, reason: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const transfer = await store.lockTransfer(tx, { gateway_id: '', id })
    if (transfer?.state !== 'waiting') return
    await note(tx, deps, transfer, { id: null, status: 'refused', reason, utr: null, fees: null })
  })
