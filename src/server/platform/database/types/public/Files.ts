import type { FileId } from '#contract/core/primitives.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type FilesId = FileId;

/** Represents the table public.files */
export default interface FilesTable {
  id: ColumnType<FilesId, FilesId | undefined, FilesId>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  visitor_key: ColumnType<string | null, string | null, string | null>;

  name: ColumnType<string, string, string>;

  mime: ColumnType<string, string, string>;

  bytes: ColumnType<number, number, number>;

  sha256: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  made_for: ColumnType<string | null, string | null, string | null>;

  use_asked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  is_unused: ColumnType<boolean, boolean | undefined, boolean>;

  uploaded_by: ColumnType<string | null, string | null, string | null>;
}

export type Files = Selectable<FilesTable>;

export type NewFiles = Insertable<FilesTable>;

export type FilesUpdate = Updateable<FilesTable>;