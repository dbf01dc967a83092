import type { SnippetsId } from './Snippets.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SnippetVersionsNumber = number;

/** Represents the table public.snippet_versions */
export default interface SnippetVersionsTable {
  snippet_id: ColumnType<SnippetsId, SnippetsId, SnippetsId>;

  number: ColumnType<SnippetVersionsNumber, SnippetVersionsNumber, SnippetVersionsNumber>;

  content: ColumnType<unknown, unknown, unknown>;

  content_hash: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SnippetVersions = Selectable<SnippetVersionsTable>;

export type NewSnippetVersions = Insertable<SnippetVersionsTable>;

export type SnippetVersionsUpdate = Updateable<SnippetVersionsTable>;