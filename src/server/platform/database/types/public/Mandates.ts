import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MandatesId = string;

/** Represents the table public.mandates */
export default interface MandatesTable {
  id: ColumnType<MandatesId, MandatesId | undefined, MandatesId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  gateway: ColumnType<string, string, string>;

  customer_id: ColumnType<string, string, string>;

  token_id: ColumnType<string, string, string>;

  method: ColumnType<string, string, string>;

  max_paise: ColumnType<number, number, number>;

  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  revoked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  looked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Mandates = Selectable<MandatesTable>;

export type NewMandates = Insertable<MandatesTable>;

export type MandatesUpdate = Updateable<MandatesTable>;