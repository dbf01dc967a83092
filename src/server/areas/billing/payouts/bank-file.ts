/** The transfers of a run as a file for the bank. Making it opens what sellers have sealed, so it asks for a fresh sign-in and is noted. */
import { toCsv } from '#contract/core/csv.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { PayoutRunId } from '#contract/selling/payouts.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { requirePayee } from './payee.ts'
import * as store from './payouts.store.ts'
import { stepPayout } from './steps.ts'

const HEAD = ['Reference', 'Beneficiary', 'Account number', 'IFSC', 'UPI id', 'Amount (INR)', 'Remark']

async function transferOf(tx: Queryable, ring: KeyRing, row: store.PayoutRow, run: number): Promise<string[]> {
  const payee = await requirePayee(tx, ring, row)
  const bank =
    payee.type === 'bank' ? [payee.holder, payee.account, payee.ifsc, ''] : [row.legal_name, '', '', payee.vpa]
  // An account number is digits: the apostrophe would make it another.
  return [row.id, ...bank, (row.paise / 100).toFixed(2), `Payout run ${run}`]
}

/**
 * Prepared payouts become sent; the file of a run that was sent can be made again.
 * @throws not_found, illegal_transition when nothing of the run is on its way or a seller cannot be paid now, confirmation_needed
 */
export async function makeBankFile(
  { db, ring }: { db: Database; ring: KeyRing },
  { on: by, by: caller }: Grant<'payout.send', UserId>,
  id: PayoutRunId,
): Promise<{ name: string; csv: string }> {
  return db.transaction().execute(async (tx) => {
    if (caller.type !== 'user' || !(await hasSignedInFreshly(tx, caller))) throw new AppError('confirmation_needed')
    const run = await store.findRun(tx, id)
    if (!run) throw new AppError('not_found')
    const open = (await store.findPayoutsOfRun(tx, id)).filter(
      ({ status, via }) => status === 'prepared' || (status === 'sent' && via === 'bank_file'),
    )
    if (open.length === 0) throw new AppError('illegal_transition', { message: 'This run has nothing to send.' })
    const lines: string[][] = []
    for (const row of open) {
      if (row.status === 'prepared') await stepPayout(tx, by, row.id, { status: 'sent', reference: null })
      lines.push(await transferOf(tx, ring, row, run.number))
    }
    const details = { payouts: open.length }
    await insertAudit(tx, { actor_id: by, action: 'payout_run.bank_file', target_id: id, reason: null, details })
    return { name: `payout-run-${run.number}.csv`, csv: toCsv([HEAD, ...lines]) }
  })
}
