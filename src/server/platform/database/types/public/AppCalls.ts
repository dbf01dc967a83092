import type { UsersId } from './Users.ts';
import type { CredentialsId } from './Credentials.ts';
import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AppCallsId = string;

/** Represents the table public.app_calls */
export default interface AppCallsTable {
  id: ColumnType<AppCallsId, AppCallsId | undefined, AppCallsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  connector: ColumnType<string, string, string>;

  action: ColumnType<string, string, string>;

  effect: ColumnType<string, string, string>;

  credential_id: ColumnType<CredentialsId | null, CredentialsId | null, CredentialsId | null>;

  execution_id: ColumnType<ExecutionsId | null, ExecutionsId | null, ExecutionsId | null>;

  host: ColumnType<string | null, string | null, string | null>;

  error: ColumnType<string | null, string | null, string | null>;

  http_status: ColumnType<number | null, number | null, number | null>;

  requests: ColumnType<number, number, number>;

  took_ms: ColumnType<number, number, number>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;

  key: ColumnType<string | null, string | null, string | null>;
}

export type AppCalls = Selectable<AppCallsTable>;

export type NewAppCalls = Insertable<AppCallsTable>;

export type AppCallsUpdate = Updateable<AppCallsTable>;