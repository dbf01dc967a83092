/** A payout step by step, each with what the ledger says of it, in one transaction. */

import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, translated } from '#contract/phrases/phrases.ts'
import {
  type EndPayout,
  PAYOUT_STEPS,
  type PayoutId,
  type PayoutStatus,
  type RunPayout,
} from '#contract/selling/payouts.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { LedgerLine } from '#server/areas/billing/ledger/accounts.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { endAbility } from './payouts.policy.ts'
import * as store from './payouts.store.ts'
import { presentRunPayout } from './present.ts'

type Moving = Pick<store.PayoutRow, 'id' | 'round' | 'seller_id' | 'paise'>

const moved = (
  tx: Queryable,
  { id, round }: Moving,
  given: { what: string; kind: string; lines: readonly LedgerLine[]; by: UserId | null },
) =>
  postToLedger(tx, {
    key: `payout:${id}:${round === 0 ? '' : `${round}:`}${given.what}`,
    kind: given.kind,
    cause: { type: 'payout', id },
    lines: given.lines,
    ...(given.by && { by: given.by }),
  })

/** Out of the seller's earnings, and under way. */
export const takeOut = (tx: Queryable, payout: Moving, by: UserId | null) =>
  moved(tx, payout, {
    what: 'prepared',
    kind: 'payout',
    by,
    lines: [
      { account: 'earnings', owner: payout.seller_id, paise: -payout.paise },
      { account: 'payouts', paise: payout.paise },
    ],
  })

/** Ledger entries of the end of a payout: to the bank, or back to the seller from its current account. */
async function settle(tx: Queryable, payout: Moving, status: PayoutStatus, by: UserId | null): Promise<void> {
  const { paise, seller_id: owner } = payout
  const back: LedgerLine = { account: 'earnings', owner, paise }
  if (status === 'paid') {
    const lines: LedgerLine[] = [
      { account: 'payouts', paise: -paise },
      { account: 'bank', paise },
    ]
    await moved(tx, payout, { what: status, kind: 'payout_paid', by, lines })
  } else {
    const from = status === 'reversed' ? 'bank' : 'payouts'
    const kind = status === 'reversed' ? 'payout_reversed' : 'payout_returned'
    await moved(tx, payout, { what: status, kind, by, lines: [{ account: from, paise: -paise }, back] })
  }
}

interface Step {
  status: PayoutStatus
  reference: string | null
}

/** Moves a payout one step of `PAYOUT_STEPS`. @throws not_found, illegal_transition */
export async function stepPayout(
  tx: Queryable,
  by: UserId | null,
  id: PayoutId,
  { status, reference }: Step,
): Promise<store.PayoutRow> {
  const row = await store.lockPayout(tx, id)
  if (!row) throw new AppError('not_found')
  if (!PAYOUT_STEPS[row.status].includes(status))
    throw new AppError('illegal_transition', { message: `This payout is ${row.status}.` })
  await store.storeStatus(tx, id, { status, reference })
  if (status !== 'sent') await settle(tx, row, status, by)
  const after = await store.lockPayout(tx, id)
  if (!after) throw new Error('Payout missing after update')
  return after
}

const BACK = (reference: string) =>
  say('{reference}. The money is back in your earnings.', { reference: translated(reference.replace(/\.$/, '')) })
const WORDS = {
  paid: {
    title: say('You’ve been paid'),
    message: (reference: string) => say('The bank’s reference is {reference}.', { reference }),
  },
  failed: { title: say('A payout failed'), message: BACK },
  cancelled: { title: say('A payout was cancelled'), message: BACK },
  reversed: { title: say('The bank returned a payout'), message: BACK },
}

/** The seller learns of every end. */
export async function endedPayout(
  tx: Queryable,
  by: UserId | null,
  id: PayoutId,
  end: { status: keyof typeof WORDS; reference: string },
): Promise<store.PayoutRow> {
  const row = await stepPayout(tx, by, id, end)
  const { title, message } = WORDS[end.status]
  await notify(tx, row.seller_id, { kind: 'payee', title, message: message(end.reference), href: '/seller/payouts' })
  return row
}

/** @throws not_found, illegal_transition */
export async function endPayout(
  db: Database,
  { on: by }: Grant<'payout.send', UserId>,
  id: PayoutId,
  end: EndPayout,
): Promise<RunPayout> {
  return db.transaction().execute(async (tx) => {
    const before = await store.lockPayout(tx, id)
    const ability = before && endAbility(before)
    if (ability && !ability.allowed)
      throw new AppError('illegal_transition', { message: ability.reason ?? 'It has ended.' })
    const row = await endedPayout(tx, by, id, end)
    await insertAudit(tx, {
      actor_id: by,
      action: `payout.${end.status}`,
      target_id: id,
      reason: end.reference,
      details: { paise: row.paise },
    })
    return presentRunPayout(tx, row)
  })
}
