import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeBasesId = string;

/** Represents the table public.knowledge_bases */
export default interface KnowledgeBasesTable {
  id: ColumnType<KnowledgeBasesId, KnowledgeBasesId | undefined, KnowledgeBasesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  description: ColumnType<string, string | undefined, string>;

  language: ColumnType<string, string | undefined, string>;

  chunk_chars: ColumnType<number, number, number>;

  overlap_chars: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  embedding_model: ColumnType<string | null, string | null, string | null>;

  embedding_name: ColumnType<string | null, string | null, string | null>;

  embedding_price: ColumnType<number | null, number | null, number | null>;

  embedding_length: ColumnType<number | null, number | null, number | null>;
}

export type KnowledgeBases = Selectable<KnowledgeBasesTable>;

export type NewKnowledgeBases = Insertable<KnowledgeBasesTable>;

export type KnowledgeBasesUpdate = Updateable<KnowledgeBasesTable>;