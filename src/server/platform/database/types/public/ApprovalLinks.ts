import type { ExecutionWaitsId } from './ExecutionWaits.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApprovalLinksId = string;

/** Represents the table public.approval_links */
export default interface ApprovalLinksTable {
  id: ColumnType<ApprovalLinksId, ApprovalLinksId | undefined, ApprovalLinksId>;

  execution_id: ColumnType<string, string, string>;

  wait_id: ColumnType<ExecutionWaitsId, ExecutionWaitsId, ExecutionWaitsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  made_by: ColumnType<UsersId, UsersId, UsersId>;

  recipient: ColumnType<string, string, string>;

  is_mailed: ColumnType<boolean, boolean, boolean>;

  token_hash: ColumnType<unknown, unknown, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export type ApprovalLinks = Selectable<ApprovalLinksTable>;

export type NewApprovalLinks = Insertable<ApprovalLinksTable>;

export type ApprovalLinksUpdate = Updateable<ApprovalLinksTable>;