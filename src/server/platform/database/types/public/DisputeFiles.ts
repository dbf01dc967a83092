import type { DisputesId } from './Disputes.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DisputeFilesId = string;

/** Represents the table public.dispute_files */
export default interface DisputeFilesTable {
  id: ColumnType<DisputeFilesId, DisputeFilesId | undefined, DisputeFilesId>;

  dispute_id: ColumnType<DisputesId, DisputesId, DisputesId>;

  proves: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  mime_type: ColumnType<string, string, string>;

  bytes: ColumnType<unknown, unknown, unknown>;

  added_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  document_id: ColumnType<string | null, string | null, string | null>;

  added_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type DisputeFiles = Selectable<DisputeFilesTable>;

export type NewDisputeFiles = Insertable<DisputeFilesTable>;

export type DisputeFilesUpdate = Updateable<DisputeFilesTable>;