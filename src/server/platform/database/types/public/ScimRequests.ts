import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ScimRequestsId = number;

/** Represents the table public.scim_requests */
export default interface ScimRequestsTable {
  id: ColumnType<ScimRequestsId, never, never>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;

  method: ColumnType<string, string, string>;

  path: ColumnType<string, string, string>;

  status: ColumnType<number, number, number>;

  problem: ColumnType<string | null, string | null, string | null>;
}

export type ScimRequests = Selectable<ScimRequestsTable>;

export type NewScimRequests = Insertable<ScimRequestsTable>;

export type ScimRequestsUpdate = Updateable<ScimRequestsTable>;