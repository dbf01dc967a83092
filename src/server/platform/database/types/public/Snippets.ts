import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SnippetsId = string;

/** Represents the table public.snippets */
export default interface SnippetsTable {
  id: ColumnType<SnippetsId, SnippetsId | undefined, SnippetsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Snippets = Selectable<SnippetsTable>;

export type NewSnippets = Insertable<SnippetsTable>;

export type SnippetsUpdate = Updateable<SnippetsTable>;