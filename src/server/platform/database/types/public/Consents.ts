import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ConsentsId = string;

/** Represents the table public.consents */
export default interface ConsentsTable {
  id: ColumnType<ConsentsId, ConsentsId | undefined, ConsentsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  purpose: ColumnType<string, string, string>;

  version: ColumnType<number, number, number>;

  granted: ColumnType<boolean, boolean, boolean>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Consents = Selectable<ConsentsTable>;

export type NewConsents = Insertable<ConsentsTable>;

export type ConsentsUpdate = Updateable<ConsentsTable>;