import type { LedgerAccountsId } from './LedgerAccounts.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LedgerBalancesStripe = number;

/** Represents the table public.ledger_balances */
export default interface LedgerBalancesTable {
  account_id: ColumnType<LedgerAccountsId, LedgerAccountsId, LedgerAccountsId>;

  stripe: ColumnType<LedgerBalancesStripe, LedgerBalancesStripe, LedgerBalancesStripe>;

  paise: ColumnType<number, number | undefined, number>;

  guarded: ColumnType<boolean, boolean, boolean>;
}

export type LedgerBalances = Selectable<LedgerBalancesTable>;

export type NewLedgerBalances = Insertable<LedgerBalancesTable>;

export type LedgerBalancesUpdate = Updateable<LedgerBalancesTable>;