import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RoleRequestsId = string;

/** Represents the table public.role_requests */
export default interface RoleRequestsTable {
  id: ColumnType<RoleRequestsId, RoleRequestsId | undefined, RoleRequestsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  role: ColumnType<string, string, string>;

  reason: ColumnType<string, string, string>;

  status: ColumnType<string, string | undefined, string>;

  decided_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decision_reason: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type RoleRequests = Selectable<RoleRequestsTable>;

export type NewRoleRequests = Insertable<RoleRequestsTable>;

export type RoleRequestsUpdate = Updateable<RoleRequestsTable>;