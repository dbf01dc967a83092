import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SearchWordsWord = string;

/** Represents the table public.search_words */
export default interface SearchWordsTable {
  word: ColumnType<SearchWordsWord, SearchWordsWord, SearchWordsWord>;
}

export type SearchWords = Selectable<SearchWordsTable>;

export type NewSearchWords = Insertable<SearchWordsTable>;

export type SearchWordsUpdate = Updateable<SearchWordsTable>;