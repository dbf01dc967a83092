import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type InstallationSingleton = string;

/** Represents the table public.installation */
export default interface InstallationTable {
  singleton: ColumnType<InstallationSingleton, InstallationSingleton | undefined, InstallationSingleton>;

  id: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  secret_fingerprint: ColumnType<string, string, string>;

  vault_key_id: ColumnType<string, string, string>;

  keys_changed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  backed_up_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  storage: ColumnType<string | null, string | null, string | null>;
}

export type Installation = Selectable<InstallationTable>;

export type NewInstallation = Insertable<InstallationTable>;

export type InstallationUpdate = Updateable<InstallationTable>;