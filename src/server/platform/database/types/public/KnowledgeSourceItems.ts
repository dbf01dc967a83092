import type { KnowledgeSourcesId } from './KnowledgeSources.ts';
import type { KnowledgeDocumentsId } from './KnowledgeDocuments.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeSourceItemsId = number;

/** Represents the table public.knowledge_source_items */
export default interface KnowledgeSourceItemsTable {
  id: ColumnType<KnowledgeSourceItemsId, never, never>;

  source_id: ColumnType<KnowledgeSourcesId, KnowledgeSourcesId, KnowledgeSourcesId>;

  type: ColumnType<string, string, string>;

  external_id: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  url: ColumnType<string | null, string | null, string | null>;

  version: ColumnType<string, string | undefined, string>;

  read_version: ColumnType<string | null, string | null, string | null>;

  bytes: ColumnType<number | null, number | null, number | null>;

  how: ColumnType<string, string | undefined, string>;

  status: ColumnType<string, string | undefined, string>;

  error_code: ColumnType<string | null, string | null, string | null>;

  error_message: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  position: ColumnType<string | null, string | null, string | null>;

  seen_in: ColumnType<number, number, number>;

  missed_in: ColumnType<number | null, number | null, number | null>;

  document_id: ColumnType<KnowledgeDocumentsId | null, KnowledgeDocumentsId | null, KnowledgeDocumentsId | null>;

  file_id: ColumnType<string | null, string | null, string | null>;

  read_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type KnowledgeSourceItems = Selectable<KnowledgeSourceItemsTable>;

export type NewKnowledgeSourceItems = Insertable<KnowledgeSourceItemsTable>;

export type KnowledgeSourceItemsUpdate = Updateable<KnowledgeSourceItemsTable>;