import type { ApprovalBotsId } from './ApprovalBots.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ApprovalCodesCodeHash = string;

/** Represents the table public.approval_codes */
export default interface ApprovalCodesTable {
  code_hash: ColumnType<ApprovalCodesCodeHash, ApprovalCodesCodeHash, ApprovalCodesCodeHash>;

  bot_id: ColumnType<ApprovalBotsId, ApprovalBotsId, ApprovalBotsId>;

  person_id: ColumnType<UsersId, UsersId, UsersId>;

  used_by: ColumnType<string | null, string | null, string | null>;

  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export type ApprovalCodes = Selectable<ApprovalCodesTable>;

export type NewApprovalCodes = Insertable<ApprovalCodesTable>;

export type ApprovalCodesUpdate = Updateable<ApprovalCodesTable>;