import type { KnowledgeBasesId } from './KnowledgeBases.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeDocumentsId = string;

/** Represents the table public.knowledge_documents */
export default interface KnowledgeDocumentsTable {
  id: ColumnType<KnowledgeDocumentsId, KnowledgeDocumentsId | undefined, KnowledgeDocumentsId>;

  base_id: ColumnType<KnowledgeBasesId, KnowledgeBasesId, KnowledgeBasesId>;

  name: ColumnType<string, string, string>;

  file_id: ColumnType<string, string, string>;

  mime: ColumnType<string, string, string>;

  bytes: ColumnType<number, number, number>;

  sha256: ColumnType<string, string, string>;

  version: ColumnType<number, number | undefined, number>;

  metadata: ColumnType<unknown, unknown | undefined, unknown>;

  status: ColumnType<string, string | undefined, string>;

  error_code: ColumnType<string | null, string | null, string | null>;

  error_message: ColumnType<string | null, string | null, string | null>;

  wanted: ColumnType<number, number | undefined, number>;

  answers: ColumnType<number | null, number | null, number | null>;

  pages: ColumnType<number | null, number | null, number | null>;

  chunks: ColumnType<number, number | undefined, number>;

  embedded: ColumnType<number, number | undefined, number>;

  queued_at: ColumnType<Date, Date | string | undefined, Date | string>;

  leased_until: ColumnType<Date, Date | string | undefined, Date | string>;

  lease: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  added_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  made_for: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  source_url: ColumnType<string | null, string | null, string | null>;

  etag: ColumnType<string | null, string | null, string | null>;

  last_modified: ColumnType<string | null, string | null, string | null>;

  content_hash: ColumnType<string | null, string | null, string | null>;

  unread_pages: ColumnType<number, number | undefined, number>;

  execution_id: ColumnType<string | null, string | null, string | null>;
}

export type KnowledgeDocuments = Selectable<KnowledgeDocumentsTable>;

export type NewKnowledgeDocuments = Insertable<KnowledgeDocumentsTable>;

export type KnowledgeDocumentsUpdate = Updateable<KnowledgeDocumentsTable>;