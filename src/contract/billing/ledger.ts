/** The books for the operator: what each kind of account holds, every transaction with its cause, and corrections. Paise. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Currency, listOf, listQuery, Paise, Timestamp, UserId } from '#contract/core/primitives.ts'

export const LedgerTransactionId = z.uuid().brand('LedgerTransactionId')
export type LedgerTransactionId = z.infer<typeof LedgerTransactionId>

/** A positive entry credits its account, a negative one debits it. */
export const LedgerEntry = z.object({
  account: z.string(),
  title: z.string(),
  /** Whose account; null: the platform's. */
  owner: z.object({ id: UserId, display_name: z.string() }).nullable(),
  paise: Paise.describe('Positive credits the account, negative debits it.'),
})

export const LedgerTransaction = z.object({
  id: LedgerTransactionId,
  key: z.string(),
  kind: z.string(),
  cause: z.object({ type: z.string(), id: z.string() }),
  note: z.string(),
  /** What it takes back, and what took it back. */
  reverses: LedgerTransactionId.nullable(),
  reversed_by: LedgerTransactionId.nullable(),
  created_by: z.string().nullable(),
  created_at: Timestamp,
  entries: z.array(LedgerEntry),
})
export type LedgerTransaction = z.infer<typeof LedgerTransaction>

export const TrialBalance = z.object({
  currency: Currency,
  /** One of the two sides is 0: an account with a negative balance on its own side is listed on the other. */
  rows: z.array(z.object({ account: z.string(), title: z.string(), debit_paise: Paise, credit_paise: Paise })),
  debit_paise: Paise.describe('The sum of the column.'),
  credit_paise: Paise.describe('The sum of the column.'),
  /** Accounts whose kept balance is not the sum of their entries: none, while all is well. */
  drift: z.number().int(),
  transactions: z.number().int(),
})
export type TrialBalance = z.infer<typeof TrialBalance>

const access = roleAtLeast('super_admin')

export const ledgerEndpoints = {
  getTrialBalance: endpoint({
    method: 'GET',
    path: '/api/v1/admin/ledger',
    access,
    returns: TrialBalance,
  }),
  listLedgerTransactions: endpoint({
    method: 'GET',
    path: '/api/v1/admin/ledger/transactions',
    access,
    query: z.object({
      account: z.string().max(40).optional(),
      owner: UserId.optional(),
      kind: z.string().max(40).optional(),
      /** The beginning of a key, or the id of a cause. */
      search: z.string().trim().max(200).optional(),
      ...listQuery(25),
    }),
    returns: listOf(LedgerTransaction),
  }),
  reverseLedgerTransaction: endpoint({
    method: 'POST',
    path: '/api/v1/admin/ledger/transactions/{id}/reverse',
    access,
    params: z.object({ id: LedgerTransactionId }),
    body: z.strictObject({ reason: z.string().trim().min(1, 'A reason is required').max(500) }),
    returns: LedgerTransaction,
    errors: ['not_found', 'illegal_transition', 'insufficient_credits', 'confirmation_needed'],
  }),
}
