import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PayoutRunsId = string;

/** Represents the table public.payout_runs */
export default interface PayoutRunsTable {
  id: ColumnType<PayoutRunsId, PayoutRunsId | undefined, PayoutRunsId>;

  number: ColumnType<number, number, number>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  month: ColumnType<string | null, string | null, string | null>;
}

export type PayoutRuns = Selectable<PayoutRunsTable>;

export type NewPayoutRuns = Insertable<PayoutRunsTable>;

export type PayoutRunsUpdate = Updateable<PayoutRunsTable>;