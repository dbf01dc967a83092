import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TransfersId = string;

/** Represents the table public.transfers */
export default interface TransfersTable {
  id: ColumnType<TransfersId, TransfersId | undefined, TransfersId>;

  from_id: ColumnType<UsersId, UsersId, UsersId>;

  to_id: ColumnType<UsersId, UsersId, UsersId>;

  status: ColumnType<string, string, string>;

  things: ColumnType<unknown, unknown, unknown>;

  moves: ColumnType<unknown, unknown, unknown>;

  moves_secrets: ColumnType<boolean, boolean, boolean>;

  offered_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decided_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Transfers = Selectable<TransfersTable>;

export type NewTransfers = Insertable<TransfersTable>;

export type TransfersUpdate = Updateable<TransfersTable>;