import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SettingsName = string;

/** Represents the table public.settings */
export default interface SettingsTable {
  name: ColumnType<SettingsName, SettingsName, SettingsName>;

  value: ColumnType<unknown, unknown, unknown>;

  version: ColumnType<number, number | undefined, number>;

  reason: ColumnType<string, string, string>;

  changed_by: ColumnType<string, string, string>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Settings = Selectable<SettingsTable>;

export type NewSettings = Insertable<SettingsTable>;

export type SettingsUpdate = Updateable<SettingsTable>;