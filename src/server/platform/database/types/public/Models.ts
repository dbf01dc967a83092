import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ModelsId = string;

/** Represents the table public.models */
export default interface ModelsTable {
  id: ColumnType<ModelsId, ModelsId | undefined, ModelsId>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  name: ColumnType<string, string, string>;

  provider: ColumnType<string, string, string>;

  base_url: ColumnType<string, string, string>;

  model: ColumnType<string, string, string>;

  key_id: ColumnType<string | null, string | null, string | null>;

  wrapped_key: ColumnType<unknown | null, unknown | null, unknown | null>;

  sealed: ColumnType<unknown | null, unknown | null, unknown | null>;

  key_hint: ColumnType<string | null, string | null, string | null>;

  input_price: ColumnType<number | null, number | null, number | null>;

  output_price: ColumnType<number | null, number | null, number | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  country: ColumnType<string | null, string | null, string | null>;
}

export type Models = Selectable<ModelsTable>;

export type NewModels = Insertable<ModelsTable>;

export type ModelsUpdate = Updateable<ModelsTable>;