import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ModelSettingsId = string;

/** Represents the table public.model_settings */
export default interface ModelSettingsTable {
  id: ColumnType<ModelSettingsId, ModelSettingsId | undefined, ModelSettingsId>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  default_model: ColumnType<string | null, string | null, string | null>;

  fallback_model: ColumnType<string | null, string | null, string | null>;

  daily_tokens: ColumnType<number | null, number | null, number | null>;

  daily_paise: ColumnType<number | null, number | null, number | null>;
}

export type ModelSettings = Selectable<ModelSettingsTable>;

export type NewModelSettings = Insertable<ModelSettingsTable>;

export type ModelSettingsUpdate = Updateable<ModelSettingsTable>;