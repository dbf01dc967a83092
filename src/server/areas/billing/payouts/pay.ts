/** What an admin does with payouts that RazorpayX pays: sends a run, and tries again what failed. Both ask for a fresh sign-in. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { PayoutId, PayoutRunId, RunPayout } from '#contract/selling/payouts.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { retryAbility } from './payouts.policy.ts'
import * as store from './payouts.store.ts'
import { presentRunPayout } from './present.ts'
import { stepPayout, takeOut } from './steps.ts'
import { insertTransfer } from './transfers.store.ts'

type Send = Grant<'payout.send', UserId>

interface Deps {
  db: Database
  /** Null: payouts go by file. */
  gateway: object | null
  now(): Date
}

async function confirmed(tx: Queryable, { by }: Send): Promise<void> {
  if (by.type !== 'user' || !(await hasSignedInFreshly(tx, by))) throw new AppError('confirmation_needed')
}

/** From here on only the gateway says what becomes of it. */
async function handOver(tx: Queryable, by: UserId, { id, round, paise }: store.PayoutRow, now: Date): Promise<void> {
  await stepPayout(tx, by, id, { status: 'sent', reference: null })
  await store.storeMethod(tx, id, 'razorpayx')
  await insertTransfer(tx, { payout_id: id, round, paise, now })
}

/** @throws not_found, confirmation_needed, illegal_transition when nothing is prepared or RazorpayX is not set up */
export function sendPayoutRun({ db, gateway, now }: Deps, grant: Send, id: PayoutRunId): Promise<{ sent: number }> {
  return db.transaction().execute(async (tx) => {
    await confirmed(tx, grant)
    if (!(await store.findRun(tx, id))) throw new AppError('not_found')
    if (gateway === null)
      throw new AppError('illegal_transition', { message: 'RazorpayX isn’t set up on this installation.' })
    const prepared = (await store.findPayoutsOfRun(tx, id)).filter(({ status }) => status === 'prepared')
    if (prepared.length === 0) throw new AppError('illegal_transition', { message: 'This run has nothing to send.' })
    for (const row of prepared) await handOver(tx, grant.on, row, now())
    const details = { payouts: prepared.length }
    await insertAudit(tx, { actor_id: grant.on, action: 'payout_run.send', target_id: id, reason: null, details })
    return { sent: prepared.length }
  })
}

/**
 * Deducts the same amount from the earnings again and pays it to the currently payable account.
 * @throws not_found, confirmation_needed, illegal_transition: it did not fail, or the seller cannot be paid that amount
 * now
 */
export function retryPayout({ db, gateway, now }: Deps, grant: Send, id: PayoutId): Promise<RunPayout> {
  return db.transaction().execute(async (tx) => {
    await confirmed(tx, grant)
    // As when a run is gathered: nobody else takes the same earnings meanwhile.
    await store.lockRuns(tx)
    const row = await store.lockPayout(tx, id)
    if (!row) throw new AppError('not_found')
    const ability = retryAbility(row)
    if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? 'It didn’t fail.' })
    const [payable] = await store.findPayable(tx, now(), row.seller_id)
    if (!payable || payable.paise < row.paise)
      throw new AppError('illegal_transition', { message: 'The seller’s earnings are now less than this payout.' })
    if (payable.reason !== null || payable.payee_shown === null)
      throw new AppError('illegal_transition', { message: 'The seller can’t be paid now: see “Not included”.' })
    await store.beginRound(tx, id, payable.payee_shown)
    const again = await store.lockPayout(tx, id)
    if (!again) throw new Error('Payout missing after update')
    await takeOut(tx, again, grant.on)
    if (gateway !== null) await handOver(tx, grant.on, again, now())
    await insertAudit(tx, {
      actor_id: grant.on,
      action: 'payout.retry',
      target_id: id,
      reason: null,
      details: { paise: row.paise, round: again.round },
    })
    return presentRunPayout(tx, (await store.lockPayout(tx, id)) ?? again)
  })
}
