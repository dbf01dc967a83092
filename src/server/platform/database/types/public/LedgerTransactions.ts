import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LedgerTransactionsId = string;

/** Represents the table public.ledger_transactions */
export default interface LedgerTransactionsTable {
  id: ColumnType<LedgerTransactionsId, LedgerTransactionsId | undefined, LedgerTransactionsId>;

  key: ColumnType<string, string, string>;

  kind: ColumnType<string, string, string>;

  cause_type: ColumnType<string, string, string>;

  cause_id: ColumnType<string, string, string>;

  note: ColumnType<string, string | undefined, string>;

  reverses: ColumnType<LedgerTransactionsId | null, LedgerTransactionsId | null, LedgerTransactionsId | null>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  content_hash: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type LedgerTransactions = Selectable<LedgerTransactionsTable>;

export type NewLedgerTransactions = Insertable<LedgerTransactionsTable>;

export type LedgerTransactionsUpdate = Updateable<LedgerTransactionsTable>;