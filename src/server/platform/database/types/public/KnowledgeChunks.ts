import type { KnowledgeDocumentsId } from './KnowledgeDocuments.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeChunksIndexId = number;

export type KnowledgeChunksPosition = number;

/** Represents the table public.knowledge_chunks */
export default interface KnowledgeChunksTable {
  document_id: ColumnType<KnowledgeDocumentsId, KnowledgeDocumentsId, KnowledgeDocumentsId>;

  index_id: ColumnType<KnowledgeChunksIndexId, KnowledgeChunksIndexId, KnowledgeChunksIndexId>;

  position: ColumnType<KnowledgeChunksPosition, KnowledgeChunksPosition, KnowledgeChunksPosition>;

  version: ColumnType<number, number, number>;

  headings: ColumnType<string[], string[], string[]>;

  text: ColumnType<string, string, string>;

  start: ColumnType<number, number, number>;

  end: ColumnType<number, number, number>;

  page: ColumnType<number | null, number | null, number | null>;

  boxes: ColumnType<unknown, unknown, unknown>;

  edited: ColumnType<boolean, boolean | undefined, boolean>;

  vector: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type KnowledgeChunks = Selectable<KnowledgeChunksTable>;

export type NewKnowledgeChunks = Insertable<KnowledgeChunksTable>;

export type KnowledgeChunksUpdate = Updateable<KnowledgeChunksTable>;