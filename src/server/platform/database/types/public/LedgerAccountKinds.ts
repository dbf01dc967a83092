import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LedgerAccountKindsKind = string;

/** Represents the table public.ledger_account_kinds */
export default interface LedgerAccountKindsTable {
  kind: ColumnType<LedgerAccountKindsKind, LedgerAccountKindsKind, LedgerAccountKindsKind>;

  title: ColumnType<string, string, string>;

  normal: ColumnType<string, string, string>;

  owned: ColumnType<boolean, boolean, boolean>;

  guarded: ColumnType<boolean, boolean, boolean>;

  stripes: ColumnType<number, number, number>;
}

export type LedgerAccountKinds = Selectable<LedgerAccountKindsTable>;

export type NewLedgerAccountKinds = Insertable<LedgerAccountKindsTable>;

export type LedgerAccountKindsUpdate = Updateable<LedgerAccountKindsTable>;