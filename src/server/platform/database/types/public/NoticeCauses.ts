import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type NoticeCausesId = number;

/** Represents the table public.notice_causes */
export default interface NoticeCausesTable {
  id: ColumnType<NoticeCausesId, never, never>;

  kind: ColumnType<string, string, string>;

  execution_id: ColumnType<string, string, string>;

  wait_id: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type NoticeCauses = Selectable<NoticeCausesTable>;

export type NewNoticeCauses = Insertable<NoticeCausesTable>;

export type NoticeCausesUpdate = Updateable<NoticeCausesTable>;