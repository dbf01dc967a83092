import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MigrationsName = string;

/** Represents the table public.migrations */
export default interface MigrationsTable {
  name: ColumnType<MigrationsName, MigrationsName, MigrationsName>;

  hash: ColumnType<string, string, string>;

  applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Migrations = Selectable<MigrationsTable>;

export type NewMigrations = Insertable<MigrationsTable>;

export type MigrationsUpdate = Updateable<MigrationsTable>;