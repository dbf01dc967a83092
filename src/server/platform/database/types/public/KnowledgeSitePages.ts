import type { KnowledgeSitesId } from './KnowledgeSites.ts';
import type { KnowledgeDocumentsId } from './KnowledgeDocuments.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeSitePagesId = number;

/** Represents the table public.knowledge_site_pages */
export default interface KnowledgeSitePagesTable {
  id: ColumnType<KnowledgeSitePagesId, never, never>;

  site_id: ColumnType<KnowledgeSitesId, KnowledgeSitesId, KnowledgeSitesId>;

  url: ColumnType<string, string, string>;

  kind: ColumnType<string, string | undefined, string>;

  depth: ColumnType<number, number, number>;

  status: ColumnType<string, string | undefined, string>;

  error_code: ColumnType<string | null, string | null, string | null>;

  error_message: ColumnType<string | null, string | null, string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  content_hash: ColumnType<string | null, string | null, string | null>;

  document_id: ColumnType<KnowledgeDocumentsId | null, KnowledgeDocumentsId | null, KnowledgeDocumentsId | null>;

  read_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  missed_in: ColumnType<number | null, number | null, number | null>;
}

export type KnowledgeSitePages = Selectable<KnowledgeSitePagesTable>;

export type NewKnowledgeSitePages = Insertable<KnowledgeSitePagesTable>;

export type KnowledgeSitePagesUpdate = Updateable<KnowledgeSitePagesTable>;