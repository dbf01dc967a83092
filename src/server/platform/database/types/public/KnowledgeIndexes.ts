import type { KnowledgeDocumentsId } from './KnowledgeDocuments.ts';
import type { KnowledgeBasesId } from './KnowledgeBases.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.knowledge_indexes */
export default interface KnowledgeIndexesTable {
  document_id: ColumnType<KnowledgeDocumentsId, KnowledgeDocumentsId, KnowledgeDocumentsId>;

  base_id: ColumnType<KnowledgeBasesId, KnowledgeBasesId, KnowledgeBasesId>;

  index_id: ColumnType<number, number, number>;

  chunks: ColumnType<number, number, number>;

  words: ColumnType<unknown, unknown, unknown>;

  signatures: ColumnType<unknown, unknown, unknown>;

  changed: ColumnType<number, number | undefined, number>;

  embedding: ColumnType<string, string | undefined, string>;
}

export type KnowledgeIndexes = Selectable<KnowledgeIndexesTable>;

export type NewKnowledgeIndexes = Insertable<KnowledgeIndexesTable>;

export type KnowledgeIndexesUpdate = Updateable<KnowledgeIndexesTable>;