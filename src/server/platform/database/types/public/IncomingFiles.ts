import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type IncomingFilesId = string;

/** Represents the table public.incoming_files */
export default interface IncomingFilesTable {
  id: ColumnType<IncomingFilesId, IncomingFilesId, IncomingFilesId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type IncomingFiles = Selectable<IncomingFilesTable>;

export type NewIncomingFiles = Insertable<IncomingFilesTable>;

export type IncomingFilesUpdate = Updateable<IncomingFilesTable>;