import type { KnowledgeBasesId } from './KnowledgeBases.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeSitesId = string;

/** Represents the table public.knowledge_sites */
export default interface KnowledgeSitesTable {
  id: ColumnType<KnowledgeSitesId, KnowledgeSitesId | undefined, KnowledgeSitesId>;

  base_id: ColumnType<KnowledgeBasesId, KnowledgeBasesId, KnowledgeBasesId>;

  added_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  url: ColumnType<string, string, string>;

  origin: ColumnType<string, string, string>;

  path: ColumnType<string, string, string>;

  host: ColumnType<string, string, string>;

  moves: ColumnType<number, number | undefined, number>;

  page_limit: ColumnType<number, number, number>;

  depth_limit: ColumnType<number, number, number>;

  status: ColumnType<string, string | undefined, string>;

  error_code: ColumnType<string | null, string | null, string | null>;

  error_message: ColumnType<string | null, string | null, string | null>;

  robots: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  turn_at: ColumnType<Date, Date | string | undefined, Date | string>;

  leased_until: ColumnType<Date, Date | string | undefined, Date | string>;

  lease: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  read_again: ColumnType<string, string | undefined, string>;

  due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  read_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  reading: ColumnType<number, number | undefined, number>;
}

export type KnowledgeSites = Selectable<KnowledgeSitesTable>;

export type NewKnowledgeSites = Insertable<KnowledgeSitesTable>;

export type KnowledgeSitesUpdate = Updateable<KnowledgeSitesTable>;