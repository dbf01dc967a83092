import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApprovalBotsId = string;

/** Represents the table public.approval_bots */
export default interface ApprovalBotsTable {
  id: ColumnType<ApprovalBotsId, ApprovalBotsId | undefined, ApprovalBotsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  kind: ColumnType<string, string, string>;

  token: ColumnType<string, string, string>;

  settings: ColumnType<unknown, unknown, unknown>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  connected_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  last_error: ColumnType<string | null, string | null, string | null>;

  last_error_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ApprovalBots = Selectable<ApprovalBotsTable>;

export type NewApprovalBots = Insertable<ApprovalBotsTable>;

export type ApprovalBotsUpdate = Updateable<ApprovalBotsTable>;