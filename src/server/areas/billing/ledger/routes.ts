import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getTrialBalance, listLedgerTransactions, reverseTransaction } from './books.ts'
import { mayReadLedger } from './ledger.policy.ts'

type Names = 'getTrialBalance' | 'listLedgerTransactions' | 'reverseLedgerTransaction'

export const ledgerHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  getTrialBalance: (_input, { caller }) => getTrialBalance(db, mayReadLedger(caller)),
  listLedgerTransactions: ({ query }, { caller }) => listLedgerTransactions(db, mayReadLedger(caller), query),
  reverseLedgerTransaction: ({ params, body }, { caller }) =>
    reverseTransaction(db, mayReadLedger(caller), params.id, body.reason),
})
