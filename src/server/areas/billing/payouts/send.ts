/** Telling RazorpayX what to pay, and asking it what became of it. */

import { AppError } from '#contract/core/errors.ts'
import { createAttempts } from '#server/areas/billing/gateway/attempts.ts'
import { isRefusal } from '#server/areas/billing/gateway/payment-context.ts'
import { modeFor } from '#server/gateways/payouts/razorpayx.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { refuseUnpayable, requirePayee } from './payee.ts'
import { findPayout } from './payouts.store.ts'
import * as store from './transfers.store.ts'
import { type Paying, refuseTransfer, takeTransfer } from './transfers.ts'

export interface Sending extends Paying {
  ring: KeyRing
}

const BATCH = 50
const LEASE_S = 120
/** A payout may come back days after it was paid; the list is looked through as far back once an hour. */
const BACK_MS = 30 * DAY_MS

/** Tries again after 1, 2, 4 … minutes, an hour at most. */
const pause = (attempts: number): number => pauseAfter(attempts, { first: MINUTE_MS, longest: HOUR_MS })

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** @returns how many were made, or had news */
export async function sendTransfers(deps: Sending): Promise<number> {
  let done = 0
  for (const transfer of await store.takeDue(deps.db, deps.now(), BATCH, LEASE_S))
    try {
      if (await (transfer.state === 'waiting' ? send(deps, transfer) : look(deps, transfer))) done++
    } catch (error) {
      const next = new Date(deps.now().getTime() + pause(transfer.attempts))
      await store.postponeTransfer(deps.db, transfer.id, next, transfer.state === 'waiting' ? wordsOf(error) : null)
      deps.log.warn({ transfer: transfer.id, reason: wordsOf(error) }, 'RazorpayX could not be asked about a payout')
    }
  return done
}

async function look(deps: Sending, transfer: store.TransferRow): Promise<boolean> {
  await store.postponeTransfer(deps.db, transfer.id, new Date(deps.now().getTime() + 15 * MINUTE_MS), null)
  return takeTransfer(deps, await deps.gateway.payout(transfer.gateway_payout_id ?? ''))
}

async function send(deps: Sending, transfer: store.TransferRow): Promise<boolean> {
  const { gateway } = deps
  // An earlier request was sent, and its result is unknown.
  const made = transfer.attempts > 1 ? await gateway.findPayout(transfer.id) : null
  if (made) return takeTransfer(deps, made)
  try {
    const asked = await accountOf(deps, transfer)
    return await takeTransfer(deps, await gateway.createPayout({ key: transfer.id, amount: transfer.paise, ...asked }))
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof AppError)) throw error
    // A refusal of a second try says nothing about the first.
    const first = await gateway.findPayout(transfer.id)
    if (first) return takeTransfer(deps, first)
    await refuseTransfer(deps, transfer, error.message)
    return true
  }
}

/** Whom and where to pay, as the gateway knows them: made once, and written down before it is asked to pay. */
async function accountOf(
  deps: Sending,
  transfer: store.TransferRow,
): Promise<{ fund_account_id: string; mode: string }> {
  const { db, ring, gateway } = deps
  const payout = await findPayout(db, transfer.payout_id)
  if (!payout) throw new Error('Payout missing after its transfer was recorded')
  if (payout.status !== 'sent')
    throw new AppError('illegal_transition', { message: `This payout is ${payout.status}.` })
  if (transfer.fund_account_id !== null && transfer.mode !== null) {
    refuseUnpayable(payout)
    return { fund_account_id: transfer.fund_account_id, mode: transfer.mode }
  }
  const payee = await requirePayee(db, ring, payout)
  const { seller_id, legal_name } = payout
  const known = await store.findContact(db, seller_id, gateway.account_number)
  const contact = known ?? (await gateway.createContact({ name: legal_name, reference: seller_id }))
  if (known === null) await store.insertContact(db, seller_id, gateway.account_number, contact)
  const asked = {
    fund_account_id: await gateway.createFundAccount(contact, payee),
    mode: modeFor(payee, transfer.paise),
  }
  await store.noteAsked(db, transfer.id, asked)
  return asked
}

/**
 * What webhooks missed, also of payouts that came back after they were paid, however long before they were made. One that fails keeps no
 * other from its turn. @returns how many had news
 */
export async function reconcilePayouts(deps: Paying, back_ms = BACK_MS): Promise<number> {
  const until = deps.now()
  const from = new Date(until.getTime() - back_ms)
  const attempt = createAttempts(deps)
  let news = 0
  for (const payout of await deps.gateway.payoutsSince(from, until))
    if (await attempt(payout.id, () => takeTransfer(deps, payout))) news++
  const again = new Date(until.getTime() + DAY_MS)
  for (const { id, gateway_payout_id } of await store.takePaidLate(deps.db, {
    paid_from: from,
    now: until,
    again,
    limit: BATCH,
  })) {
    const ask = async () => takeTransfer(deps, await deps.gateway.payout(gateway_payout_id ?? ''))
    if (await attempt(id, ask)) news++
  }
  return news
}

/** @returns one turn of the job: sends what is due, and compares with RazorpayX once an hour */
export function createPayoutJob(deps: Sending): () => Promise<void> {
  let compared = 0
  return async () => {
    await sendTransfers(deps)
    const at = deps.now().getTime()
    if (at < compared + HOUR_MS) return
    await reconcilePayouts(deps)
    compared = at
  }
}
