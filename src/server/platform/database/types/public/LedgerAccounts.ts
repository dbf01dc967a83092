import type { LedgerAccountKindsKind } from './LedgerAccountKinds.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LedgerAccountsId = number;

/** Represents the table public.ledger_accounts */
export default interface LedgerAccountsTable {
  id: ColumnType<LedgerAccountsId, never, never>;

  kind: ColumnType<LedgerAccountKindsKind, LedgerAccountKindsKind, LedgerAccountKindsKind>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  currency: ColumnType<string, string | undefined, string>;
}

export type LedgerAccounts = Selectable<LedgerAccountsTable>;

export type NewLedgerAccounts = Insertable<LedgerAccountsTable>;

export type LedgerAccountsUpdate = Updateable<LedgerAccountsTable>;