/**
 * Paying sellers. A run gathers what is payable at one moment: each payout takes its sum out of the seller's earnings and holds it until
 * the bank has said what became of it. prepared → sent (the bank file was made) → paid, or failed: back to the earnings. A payout that was
 * not sent yet can be cancelled. What is payable less than the least, to nobody who is verified, or to a payee that is too new, waits.
 */
import { AppError } from '#contract/errors.ts'
import { monthInIndia } from '#contract/india/time.ts'
import {
  type EndPayout,
  LEAST_PAYOUT_PAISE,
  PAYOUT_STEPS,
  type Payout,
  type PayoutId,
  type PayoutRun,
  type PayoutRunId,
  type PayoutStatus,
} from '#contract/payouts.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { insertAudit } from '#server/domain/audit/audit.store.ts'
import type { Grant } from '#server/domain/grant.ts'
import { balanceOf, post } from '#server/domain/ledger/ledger.ts'
import { notify } from '#server/domain/notifications/notifications.ts'
import * as store from './payouts.store.ts'

type Own = Grant<'payout.own', UserId>
type Send = Grant<'payout.send', UserId>

const presentPayout = (row: store.PayoutRow): Payout => ({
  id: row.id,
  paise: row.paise,
  currency: 'INR',
  payee: row.payee_shown,
  status: row.status,
  reference: row.reference,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

export const presentRunPayout = (row: store.PayoutRow) => ({
  ...presentPayout(row),
  seller: { id: row.seller_id, legal_name: row.legal_name },
})

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
  page: { limit: number; offset: number },
  now = new Date(),
) {
  const [{ rows, total }, payable] = await Promise.all([store.findRuns(db, page), store.findPayable(db, now)])
  const held_back = payable.flatMap(({ seller_id: id, display_name, paise, reason }) =>
    reason === null ? [] : [{ seller: { id, display_name }, paise, reason }],
  )
  return { items: rows.map(presentRun), total, ...page, held_back }
}

/** @throws not_found */
export async function getPayoutRun(db: Queryable, _grant: Send, id: PayoutRunId) {
  const [run, rows] = await Promise.all([store.findRun(db, id), store.findPayoutsOfRun(db, id)])
  if (!run) throw new AppError('not_found')
  return { ...presentRun(run), items: rows.map(presentRunPayout) }
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
    await post(tx, {
      key: `payout:${id}:prepared`,
      kind: 'payout',
      cause: { type: 'payout', id },
      lines: [
        { account: 'earnings', owner: seller_id, paise: -paise },
        { account: 'payouts', paise },
      ],
      ...(by && { by }),
    })
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

/** What the ledger says when a payout ends: out of what is under way, to the bank or back to the seller. */
async function settle(
  tx: Queryable,
  { id, seller_id, paise }: store.PayoutRow,
  status: PayoutStatus,
  by: UserId,
): Promise<void> {
  await post(tx, {
    key: `payout:${id}:${status}`,
    kind: status === 'paid' ? 'payout_paid' : 'payout_returned',
    cause: { type: 'payout', id },
    lines: [
      { account: 'payouts', paise: -paise },
      status === 'paid' ? { account: 'bank', paise } : { account: 'earnings', owner: seller_id, paise },
    ],
    by,
  })
}

/** Moves a payout one step of `PAYOUT_STEPS`. @throws not_found, illegal_transition */
export async function stepPayout(
  tx: Queryable,
  by: UserId,
  id: PayoutId,
  { status, reference }: { status: PayoutStatus; reference: string | null },
): Promise<store.PayoutRow> {
  const row = await store.lockPayout(tx, id)
  if (!row) throw new AppError('not_found')
  if (!PAYOUT_STEPS[row.status].includes(status))
    throw new AppError('illegal_transition', { message: `This payout is ${row.status}.` })
  await store.storeStatus(tx, id, { status, reference })
  if (status !== 'sent') await settle(tx, row, status, by)
  const after = await store.lockPayout(tx, id)
  if (!after) throw new Error('A payout that was changed is there')
  return after
}

const WORDS = {
  paid: { title: 'You were paid', message: (reference: string) => `The bank's reference is ${reference}.` },
  failed: {
    title: 'A payout failed',
    message: (reference: string) => `${reference}. The money is back in your earnings.`,
  },
  cancelled: {
    title: 'A payout was cancelled',
    message: (reference: string) => `${reference}. The money is back in your earnings.`,
  },
}

/** @throws not_found, illegal_transition */
export async function endPayout(db: Database, { on: by }: Send, id: PayoutId, end: EndPayout) {
  return db.transaction().execute(async (tx) => {
    const row = await stepPayout(tx, by, id, end)
    const { title, message } = WORDS[end.status]
    await insertAudit(tx, {
      actor_id: by,
      action: `payout.${end.status}`,
      target_id: id,
      reason: end.reference,
      details: { paise: row.paise },
    })
    await notify(tx, row.seller_id, {
      kind: 'payee',
      title,
      message: message(end.reference),
      href: '/seller/payouts',
    })
    return presentRunPayout(row)
  })
}
