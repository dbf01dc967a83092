import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SearchSynonymsPhrase = string;

export type SearchSynonymsAlso = string;

/** Represents the table public.search_synonyms */
export default interface SearchSynonymsTable {
  phrase: ColumnType<SearchSynonymsPhrase, SearchSynonymsPhrase, SearchSynonymsPhrase>;

  also: ColumnType<SearchSynonymsAlso, SearchSynonymsAlso, SearchSynonymsAlso>;

  id: ColumnType<string, string | undefined, string>;

  added_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SearchSynonyms = Selectable<SearchSynonymsTable>;

export type NewSearchSynonyms = Insertable<SearchSynonymsTable>;

export type SearchSynonymsUpdate = Updateable<SearchSynonymsTable>;