/** The books for the operator. What is wrong is put right by a transaction that takes another back; nothing is ever changed. */

import type { LedgerTransaction, LedgerTransactionId, TrialBalance } from '#contract/billing/ledger.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { LedgerLine } from './accounts.ts'
import * as store from './books.store.ts'
import { mayCorrectLedger } from './ledger.policy.ts'
import { findDrift, sumKinds } from './ledger.store.ts'
import { postToLedger } from './ledger.ts'

type Read = Grant<'ledger.read', UserId>

const present = ({ cause_type, cause_id, created_at, ...row }: store.TransactionRow): LedgerTransaction => ({
  ...row,
  cause: { type: cause_type, id: cause_id },
  created_at: created_at.toISOString(),
})

/** Read from one moment, so that both sides are of the same books. */
export async function getTrialBalance(db: Database, _grant: Read): Promise<TrialBalance> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const kinds = await sumKinds(tx)
      const rows = kinds.map(({ kind, title, paise }) => ({
        account: kind,
        title,
        debit_paise: Math.max(0, -paise),
        credit_paise: Math.max(0, paise),
      }))
      const sum = (side: 'debit_paise' | 'credit_paise') => rows.reduce((total, row) => total + row[side], 0)
      const drift = (await findDrift(tx)).length
      const transactions = await store.countTransactions(tx)
      const sides = { debit_paise: sum('debit_paise'), credit_paise: sum('credit_paise') }
      return { currency: 'INR', rows, ...sides, drift, transactions }
    })
}

/** `total` is counted up to 10,000. */
export async function listLedgerTransactions(db: Queryable, _grant: Read, query: store.BooksQuery) {
  const { rows, total } = await store.findTransactions(db, query)
  return { items: rows.map(present), total, limit: query.limit, offset: query.offset }
}

const opposite = ({ account, owner, paise }: LedgerTransaction['entries'][number]): LedgerLine =>
  ({ account, paise: -paise, ...(owner && { owner: owner.id }) }) as LedgerLine

/** @throws not_found, illegal_transition when it was taken back already, insufficient_credits, confirmation_needed */
export async function reverseTransaction(
  db: Database,
  grant: Read,
  id: LedgerTransactionId,
  reason: string,
): Promise<LedgerTransaction> {
  return db.transaction().execute(async (tx) => {
    const caller = grant.by
    const { on: by } = mayCorrectLedger(grant, caller.type === 'user' && (await hasSignedInFreshly(tx, caller)))
    const row = await store.findTransaction(tx, id)
    if (!row) throw new AppError('not_found')
    if (row.reverses)
      throw new AppError('illegal_transition', {
        message: 'Corrections can’t be reversed. Post the right entries instead.',
      })
    const { id: made, posted } = await postToLedger(tx, {
      key: `reverse:${id}`,
      kind: 'correction',
      cause: { type: row.cause_type, id: row.cause_id },
      lines: row.entries.map(opposite),
      note: reason,
      by,
      reverses: id,
    })
    if (!posted) throw new AppError('illegal_transition', { message: 'It has already been reversed.' })
    await insertAudit(tx, { actor_id: by, action: 'ledger.reverse', target_id: id, reason, details: { key: row.key } })
    const stored = await store.findTransaction(tx, made as LedgerTransactionId)
    if (!stored) throw new Error('Ledger transaction missing after it was posted')
    return present(stored)
  })
}
