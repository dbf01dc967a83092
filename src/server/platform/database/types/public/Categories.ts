import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CategoriesId = string;

/** Represents the table public.categories */
export default interface CategoriesTable {
  id: ColumnType<CategoriesId, CategoriesId | undefined, CategoriesId>;

  slug: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  description: ColumnType<string, string, string>;

  icon: ColumnType<string, string, string>;

  position: ColumnType<number, number, number>;
}

export type Categories = Selectable<CategoriesTable>;

export type NewCategories = Insertable<CategoriesTable>;

export type CategoriesUpdate = Updateable<CategoriesTable>;