import type { LedgerTransactionsId } from './LedgerTransactions.ts';
import type { LedgerAccountsId } from './LedgerAccounts.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LedgerEntriesLine = number;

/** Represents the table public.ledger_entries */
export default interface LedgerEntriesTable {
  transaction_id: ColumnType<LedgerTransactionsId, LedgerTransactionsId, LedgerTransactionsId>;

  line: ColumnType<LedgerEntriesLine, LedgerEntriesLine, LedgerEntriesLine>;

  account_id: ColumnType<LedgerAccountsId, LedgerAccountsId, LedgerAccountsId>;

  paise: ColumnType<number, number, number>;
}

export type LedgerEntries = Selectable<LedgerEntriesTable>;

export type NewLedgerEntries = Insertable<LedgerEntriesTable>;

export type LedgerEntriesUpdate = Updateable<LedgerEntriesTable>;