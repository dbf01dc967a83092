import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApiCallsMonth = string;

/** Represents the table public.api_calls */
export default interface ApiCallsTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  month: ColumnType<ApiCallsMonth, ApiCallsMonth, ApiCallsMonth>;

  calls: ColumnType<number, number, number>;
}

export type ApiCalls = Selectable<ApiCallsTable>;

export type NewApiCalls = Insertable<ApiCallsTable>;

export type ApiCallsUpdate = Updateable<ApiCallsTable>;