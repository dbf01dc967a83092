/**
 * Paying sellers. A run gathers what is payable at one moment: each payout takes its sum out of the seller's earnings and holds it until
 * the bank has said what became of it. prepared → sent (the bank file was made, or RazorpayX was told) → paid, or failed: back to the
 * earnings. A payout that was not sent yet can be cancelled; one that was paid may come back days later. What is payable less than the least, to nobody who is verified, or to a payee that is too new, waits.
 */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { monthInIndia } from '#contract/india/time.ts'
import { LEAST_PAYOUT_PAISE, type PayoutMethod, type PayoutRun, type PayoutRunId } from '#contract/selling/payouts.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './payouts.store.ts'
import { presentPayout, presentRunPayouts } from './present.ts'
import { takeOut } from './steps.ts'

type Own = Grant<'payout.own', UserId>
type Send = Grant<'payout.send', UserId>

const presentRun = (row: store.RunRow): PayoutRun => ({ ...row, created_at: row.created_at.toISOString() })

export async function listPayouts(
  db: Queryable,
  { on }: Own,
  page: { limit: number; offset: number },
  now = new Date(),
) {
  const [{ rows, total }, payable_paise, held_paise, [payable]] = await Promise.all([
    store.findPayoutsOf(db, on, page),
    balanceOf(db, 'earnings', on),
    balanceOf(db, 'earnings_held', on),
    store.findPayable(db, now, on),
  ])
  const held_back = payable ? payable.reason : ('too_little' as const)
  return {
    items: rows.map(presentPayout),
    total,
    ...page,
    payable_paise,
    held_paise,
    held_back,
    least_paise: LEAST_PAYOUT_PAISE,
  }
}

export async function listPayoutRuns(
  db: Queryable,
  _grant: Send,
  { way, ...page }: { limit: number; offset: number; way: PayoutMethod },
  now = new Date(),
) {
  const [{ rows, total }, payable] = await Promise.all([store.findRuns(db, page), store.findPayable(db, now)])
  const held_back = payable.flatMap(({ seller_id: id, display_name, paise, reason }) =>
    reason === null ? [] : [{ seller: { id, display_name }, paise, reason }],
  )
  return { items: rows.map(presentRun), total, ...page, held_back, way }
}

/** @throws not_found */
export async function getPayoutRun(db: Queryable, _grant: Send, { id, way }: { id: PayoutRunId; way: PayoutMethod }) {
  const [run, rows] = await Promise.all([store.findRun(db, id), store.findPayoutsOfRun(db, id)])
  if (!run) throw new AppError('not_found')
  return { ...presentRun(run), items: await presentRunPayouts(db, rows), way }
}

/** Takes what is payable out of the earnings. @returns null when nobody is to be paid, or the month has its run */
async function gather(tx: Queryable, by: UserId | null, month: string | null, now: Date): Promise<PayoutRunId | null> {
  await store.lockRuns(tx)
  const payable = (await store.findPayable(tx, now)).filter(({ reason }) => reason === null)
  if (payable.length === 0) return null
  const run_id = await store.insertRun(tx, by, month)
  if (run_id === null) return null
  for (const { seller_id, paise, payee_shown } of payable) {
    const id = await store.insertPayout(tx, { run_id, seller_id, paise, payee_shown: payee_shown ?? '' })
    await takeOut(tx, { id, round: 0, seller_id, paise }, by)
  }
  return run_id
}

/** @throws nothing_payable */
export async function preparePayoutRun(db: Database, { on: by }: Send, now = new Date()): Promise<PayoutRun> {
  return db.transaction().execute(async (tx) => {
    const id = await gather(tx, by, null, now)
    const run = id && (await store.findRun(tx, id))
    if (!run) throw new AppError('nothing_payable')
    const details = { payouts: run.payouts, paise: run.paise }
    await insertAudit(tx, { actor_id: by, action: 'payout_run.prepare', target_id: run.id, reason: null, details })
    return presentRun(run)
  })
}

/** The run of a month, made once on its first day in India or later. @returns whether one was made */
export async function prepareMonthlyRun(db: Database, now = new Date()): Promise<boolean> {
  const month = `${monthInIndia(now)}-01`
  return (await db.transaction().execute((tx) => gather(tx, null, month, now))) !== null
}
